package io.ferrymq.remoting.protocol.header;

/** {@code REGISTER_TOPIC_IN_NAMESRV} (217): one topic more of known brokers; its queues are the body. */
public record RegisterTopicRequestHeader(String topic) {}
