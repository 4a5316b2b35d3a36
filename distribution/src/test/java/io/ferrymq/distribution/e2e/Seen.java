package io.ferrymq.distribution.e2e;

import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.common.message.MessageExt;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Counts how often each body was consumed. */
final class Seen {
    final Map<String, AtomicInteger> times = new ConcurrentHashMap<>();
    private final LongAdder calls = new LongAdder();

    /** Takes everything. */
    MessageListenerConcurrently listener() {
        return (messages, context) -> {
            messages.forEach(this::add);
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        };
    }

    int add(MessageExt message) {
        calls.increment();
        return times.computeIfAbsent(body(message), body -> new AtomicInteger()).incrementAndGet();
    }

    static String body(MessageExt message) {
        return new String(message.getBody(), StandardCharsets.UTF_8);
    }

    int count() {
        return times.size();
    }

    int duplicates() {
        return calls.intValue() - times.size();
    }
}
