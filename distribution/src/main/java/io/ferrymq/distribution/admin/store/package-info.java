/** Commands that work on a store directory, without a broker. */
package io.ferrymq.distribution.admin.store;
