package io.ferrymq.remoting.protocol.header;

/** {@code QUERY_CONSUME_TIME_SPAN} (303). */
public record QueryConsumeTimeSpanRequestHeader(String topic, String group) {}
