/** The consuming half of the broker: what reaches consumers, and what is known of them. */
package io.ferrymq.broker.consume;
