/** Messages that could not be consumed: back to the retry topic or to the dead letters. */
package io.ferrymq.broker.retry;
