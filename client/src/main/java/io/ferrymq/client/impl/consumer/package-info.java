/**
 * The machinery of the push consumer. One coordinator thread per consumer owns which queues it has; pulls are chains of asynchronous calls,
 * one under way per queue; listeners run on an elastic pool. Nothing here waits for a broker.
 */
package io.ferrymq.client.impl.consumer;
