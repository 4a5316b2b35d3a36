package io.ferrymq.remoting.protocol.header;

/** {@code GET_TOPICS_BY_CLUSTER} (224): the topics with queues on brokers of a cluster. */
public record GetTopicsByClusterRequestHeader(String cluster) {}
