/** Ready-made choosers of queues. */
package io.ferrymq.client.producer.selector;
