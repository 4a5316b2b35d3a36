package io.ferrymq.distribution.bench;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.protocol.ResponseCode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What failed, counted by cause, each with the first one's words. */
final class Failures {
    private final Map<String, Cause> causes = new ConcurrentHashMap<>();

    private record Cause(LongAdder count, String firstWords) {}

    void add(Throwable failure) {
        Throwable root = root(failure);
        String name = root instanceof MQBrokerException refusal
                ? refusedWith(refusal.getResponseCode())
                : root.getClass().getSimpleName();
        add(name, root.getMessage());
    }

    /** @param words may be null */
    void add(String cause, String words) {
        causes.computeIfAbsent(cause, name -> new Cause(new LongAdder(), firstLine(words)))
                .count()
                .increment();
    }

    static String refusedWith(int code) {
        return "refused with " + ResponseCode.nameOf(code) + " (" + code + ")";
    }

    private static String firstLine(String words) {
        return words == null ? "" : words.lines().findFirst().orElse("");
    }

    // What the network or the broker said, below what the client made of it.
    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof MQBrokerException || cause instanceof RemotingException) {
                root = cause;
            }
        }
        return root;
    }

    long total() {
        return causes.values().stream().mapToLong(cause -> cause.count().sum()).sum();
    }

    /** "12 x cause: first words", by cause. */
    List<String> lines() {
        Map<String, Cause> sorted = new TreeMap<>(causes);
        return sorted.entrySet().stream()
                .map(entry -> entry.getValue().count().sum() + " x " + entry.getKey()
                        + (entry.getValue().firstWords().isEmpty()
                                ? ""
                                : ", first: " + entry.getValue().firstWords()))
                .toList();
    }
}
