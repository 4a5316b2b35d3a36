package io.ferrymq.common.subscription;

/** A subscription fixed by an administrator instead of brought along by a consumer. Component names are JSON member names. */
public record SimpleSubscriptionData(String topic, String expressionType, String expression, long version) {}
