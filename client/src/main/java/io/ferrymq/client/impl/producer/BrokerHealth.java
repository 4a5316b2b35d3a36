package io.ferrymq.client.impl.producer;

import io.ferrymq.client.producer.ProducerConfig;
import io.ferrymq.common.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which brokers are better left alone for a while. Always: one that could not be reached, for a short time. With the switch
 * {@code sendLatencyFaultEnable}: slow and failing ones too, by the table of latencies (RocketMQ client facts, section fault items).
 */
final class BrokerHealth {
    private static final long SUSPECT_MS = 5_000;
    private static final long ISOLATION_LATENCY_MS = 10_000;

    private final ProducerConfig config;
    private final Clock clock;
    private final Map<String, Fault> faults = new ConcurrentHashMap<>();
    private final Map<String, Long> suspectUntilMs = new ConcurrentHashMap<>();

    private record Fault(long availableFromMs, boolean reachable) {}

    BrokerHealth(ProducerConfig config, Clock clock) {
        this.config = config;
        this.clock = clock;
    }

    /** An answer came that says nothing against the broker. */
    void answered(String broker, long latencyMs) {
        if (!suspectUntilMs.isEmpty()) {
            suspectUntilMs.remove(broker);
        }
        record(broker, latencyMs, true);
    }

    /** The broker refused; as things stand it is of no use. */
    void refused(String broker) {
        record(broker, ISOLATION_LATENCY_MS, false);
    }

    /** No answer. */
    void unreachable(String broker) {
        suspectUntilMs.put(broker, clock.nowMs() + SUSPECT_MS);
        record(broker, ISOLATION_LATENCY_MS, !config.isStartDetectorEnable());
    }

    /** A probe succeeded. */
    void reached(String broker) {
        faults.computeIfPresent(broker, (name, fault) -> new Fault(fault.availableFromMs(), true));
    }

    private void record(String broker, long latencyMs, boolean reachable) {
        if (!config.isSendLatencyFaultEnable()) {
            return;
        }
        long availableFromMs = clock.nowMs() + avoidanceMs(latencyMs);
        // The time only moves forward: a quick answer to one send does not undo what a slow one told.
        faults.merge(
                broker,
                new Fault(availableFromMs, reachable),
                (old, now) -> new Fault(Math.max(old.availableFromMs(), now.availableFromMs()), now.reachable()));
    }

    private long avoidanceMs(long latencyMs) {
        long[] latencies = config.getLatencyMax();
        long[] durations = config.getNotAvailableDuration();
        for (int i = Math.min(latencies.length, durations.length) - 1; i >= 0; i--) {
            if (latencyMs >= latencies[i]) {
                return durations[i];
            }
        }
        return 0;
    }

    /** Whether every broker may be chosen. */
    boolean isAllWell() {
        return suspectUntilMs.isEmpty() && (faults.isEmpty() || !config.isSendLatencyFaultEnable());
    }

    boolean isAvailable(String broker) {
        if (config.isSendLatencyFaultEnable()) {
            Fault fault = faults.get(broker);
            if (fault != null && clock.nowMs() < fault.availableFromMs()) {
                return false;
            }
        }
        return !isSuspect(broker);
    }

    private boolean isSuspect(String broker) {
        Long untilMs = suspectUntilMs.get(broker);
        if (untilMs == null) {
            return false;
        }
        if (clock.nowMs() >= untilMs) {
            suspectUntilMs.remove(broker, untilMs);
            return false;
        }
        return true;
    }

    boolean isReachable(String broker) {
        if (!config.isSendLatencyFaultEnable()) {
            return true;
        }
        Fault fault = faults.get(broker);
        return fault == null || fault.reachable();
    }

    /** Brokers that had a fault and are not known to be reachable again. */
    Iterable<String> unreachableBrokers() {
        return faults.entrySet().stream()
                .filter(entry -> !entry.getValue().reachable())
                .map(Map.Entry::getKey)
                .toList();
    }

    void forget(String broker) {
        faults.remove(broker);
        suspectUntilMs.remove(broker);
    }
}
