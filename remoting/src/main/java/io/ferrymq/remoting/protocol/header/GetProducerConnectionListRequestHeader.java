package io.ferrymq.remoting.protocol.header;

/** {@code GET_PRODUCER_CONNECTION_LIST} (204). */
public record GetProducerConnectionListRequestHeader(String producerGroup) {}
