/** Delayed messages. */
package io.ferrymq.broker.delay;
