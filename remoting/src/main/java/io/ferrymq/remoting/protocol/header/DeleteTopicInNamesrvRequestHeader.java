package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;

/** {@code DELETE_TOPIC_IN_NAMESRV} (216): a topic leaves the route table, or only its queues in one cluster. */
public record DeleteTopicInNamesrvRequestHeader(String topic, @Optional String clusterName) {}
