package io.ferrymq.remoting.protocol.header;

/** {@code GET_CONSUMER_LIST_BY_GROUP} (38): the client ids of a group. */
public record GetConsumerListByGroupRequestHeader(String consumerGroup) {}
