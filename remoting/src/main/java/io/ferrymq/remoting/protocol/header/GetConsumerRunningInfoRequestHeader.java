package io.ferrymq.remoting.protocol.header;

/** {@code GET_CONSUMER_RUNNING_INFO} (307), relayed by the broker to the client. */
public record GetConsumerRunningInfoRequestHeader(String consumerGroup, String clientId, Boolean jstackEnable) {}
