/** Groups of settings of the store, each checked when it is made. */
package io.ferrymq.store.config;
