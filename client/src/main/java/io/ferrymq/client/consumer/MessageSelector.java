package io.ferrymq.client.consumer;

import io.ferrymq.remoting.protocol.filter.FilterAPI;

/** Which messages of a topic a consumer wants. */
public final class MessageSelector {
    private final String type;
    private final String expression;

    private MessageSelector(String type, String expression) {
        this.type = type;
        this.expression = expression;
    }

    /** By an expression over the messages' properties; the broker compiles it and must have it switched on. */
    public static MessageSelector bySql(String sql) {
        return new MessageSelector(FilterAPI.SQL92, sql);
    }

    /** By tags: {@code A || B}; null, empty or {@code *} is everything. */
    public static MessageSelector byTag(String tag) {
        return new MessageSelector(FilterAPI.TAG, tag);
    }

    public String getExpressionType() {
        return type;
    }

    public String getExpression() {
        return expression;
    }
}
