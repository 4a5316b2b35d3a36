package io.ferrymq.remoting.protocol.header;

/** {@code GET_CONSUMER_CONNECTION_LIST} (203). */
public record GetConsumerConnectionListRequestHeader(String consumerGroup) {}
