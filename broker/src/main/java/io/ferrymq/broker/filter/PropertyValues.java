package io.ferrymq.broker.filter;

import io.ferrymq.common.message.PropertyFinder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The properties of one message that an expression names. One object serves message after message, on one thread. */
final class PropertyValues {
    private static final int BYTES_INITIAL = 1024;

    private byte[] bytes = new byte[BYTES_INITIAL];
    private long[] spans = {};

    /** Takes the next message: its encoded properties, position to limit. */
    void read(ByteBuffer properties, PropertyFinder wanted) {
        int length = properties.remaining();
        if (bytes.length < length) {
            bytes = new byte[length];
        }
        if (spans.length < wanted.size()) {
            spans = new long[wanted.size()];
        }
        properties.get(properties.position(), bytes, 0, length);
        wanted.find(bytes, 0, length, spans);
    }

    boolean has(int property) {
        return spans[property] != PropertyFinder.ABSENT;
    }

    /** Null when the message does not have it. */
    String text(int property) {
        long span = spans[property];
        return span == PropertyFinder.ABSENT
                ? null
                : new String(
                        bytes,
                        PropertyFinder.start(span),
                        PropertyFinder.end(span) - PropertyFinder.start(span),
                        StandardCharsets.UTF_8);
    }

    /** How a property that is there stands to a number, as {@link Numbers} has it. */
    int order(int property, Number number) {
        long span = spans[property];
        return Numbers.order(bytes, PropertyFinder.start(span), PropertyFinder.end(span), number);
    }

    /** Whether a property that is there has exactly these bytes. */
    boolean equals(int property, byte[] value) {
        long span = spans[property];
        return Arrays.equals(bytes, PropertyFinder.start(span), PropertyFinder.end(span), value, 0, value.length);
    }
}
