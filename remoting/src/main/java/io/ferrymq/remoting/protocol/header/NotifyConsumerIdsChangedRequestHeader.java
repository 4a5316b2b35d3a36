package io.ferrymq.remoting.protocol.header;

/** {@code NOTIFY_CONSUMER_IDS_CHANGED} (40), one-way from broker to consumer: members came or went. */
public record NotifyConsumerIdsChangedRequestHeader(String consumerGroup) {}
