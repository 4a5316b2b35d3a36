/** Consume queues: per topic and queue the addresses of its messages, 20 bytes each. */
package io.ferrymq.store.queue;
