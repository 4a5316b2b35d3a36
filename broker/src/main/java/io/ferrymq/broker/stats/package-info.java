/** What the broker counts about itself. */
package io.ferrymq.broker.stats;
