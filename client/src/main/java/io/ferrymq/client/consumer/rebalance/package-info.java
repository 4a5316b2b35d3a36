/** Rules by which the members of a group share the queues of a topic. */
package io.ferrymq.client.consumer.rebalance;
