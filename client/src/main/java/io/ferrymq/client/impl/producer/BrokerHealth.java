package io.ferrymq.client.impl.producer;

import io.ferrymq.client.producer.ProducerConfig;
import io.ferrymq.common.Clock;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Which brokers are better left alone for a while. Without the switch {@code sendLatencyFaultEnable}: one that could not be reached, for a
 * short time. With it: slow and failing ones, for the time that the table of latencies gives (RocketMQ client facts, section fault items).
 * When a broker's time is over, one send tries it; the others follow when that one was answered.
 */
final class BrokerHealth {
    private static final long SUSPECT_MS = 5_000;
    private static final long ISOLATION_LATENCY_MS = 10_000;

    private final ProducerConfig config;
    private final Clock clock;
    private final Map<String, Fault> faults = new ConcurrentHashMap<>();

    /**
     * @param trial whether a send is trying the broker, so that others leave it alone until the time given
     * @param reachable false from a failure on until an answer or a probe
     */
    private record Fault(long latencyMs, long availableFromMs, boolean trial, boolean reachable) {
        Fault merged(Fault newer) {
            // The time only moves forward: a quick answer to one send does not undo what a slow one told.
            long fromMs = trial ? newer.availableFromMs : Math.max(availableFromMs, newer.availableFromMs);
            return new Fault(newer.latencyMs, fromMs, false, newer.reachable);
        }
    }

    BrokerHealth(ProducerConfig config, Clock clock) {
        this.config = config;
        this.clock = clock;
    }

    /** As {@link #answered}, without looking at the clock when no latency is asked for. */
    void answeredSince(String broker, long attemptNanos) {
        answered(
                broker,
                config.isSendLatencyFaultEnable()
                        ? TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - attemptNanos)
                        : 0);
    }

    /** An answer came that says nothing against the broker. */
    void answered(String broker, long latencyMs) {
        if (!config.isSendLatencyFaultEnable()) {
            if (!faults.isEmpty()) {
                faults.remove(broker);
            }
            return;
        }
        long avoidanceMs = avoidanceMs(latencyMs);
        if (avoidanceMs > 0) {
            fault(broker, latencyMs, avoidanceMs, true);
        } else if (!faults.isEmpty()) {
            long nowMs = clock.nowMs();
            faults.computeIfPresent(
                    broker,
                    (name, fault) -> fault.trial || nowMs >= fault.availableFromMs
                            ? null
                            : new Fault(latencyMs, fault.availableFromMs, false, true));
        }
    }

    /** The broker refused for a reason of its own; as things stand it is of no use. */
    void refused(String broker) {
        if (config.isSendLatencyFaultEnable()) {
            fault(broker, ISOLATION_LATENCY_MS, avoidanceMs(ISOLATION_LATENCY_MS), false);
        }
    }

    /** No answer, or nobody knows where the broker is. */
    void unreachable(String broker) {
        long avoidanceMs = config.isSendLatencyFaultEnable() ? avoidanceMs(ISOLATION_LATENCY_MS) : SUSPECT_MS;
        fault(broker, ISOLATION_LATENCY_MS, avoidanceMs, !config.isStartDetectorEnable());
    }

    /** A trial that nobody will answer counts as passed. */
    void trialEnds(String broker) {
        faults.computeIfPresent(broker, (name, fault) -> fault.trial ? null : fault);
    }

    /** A probe succeeded. */
    void reached(String broker) {
        faults.computeIfPresent(
                broker, (name, fault) -> new Fault(fault.latencyMs(), fault.availableFromMs(), fault.trial(), true));
    }

    private void fault(String broker, long latencyMs, long avoidanceMs, boolean reachable) {
        if (avoidanceMs <= 0) {
            return;
        }
        Fault fault = new Fault(latencyMs, clock.nowMs() + avoidanceMs, false, reachable);
        faults.merge(broker, fault, Fault::merged);
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
        return faults.isEmpty();
    }

    boolean isAvailable(String broker) {
        Fault fault = faults.get(broker);
        return fault == null || clock.nowMs() >= fault.availableFromMs();
    }

    /** Whether a send may go to the broker; true once for each trial of one whose time is over. The send must follow. */
    boolean claim(String broker) {
        Fault fault = faults.get(broker);
        if (fault == null) {
            return true;
        }
        long nowMs = clock.nowMs();
        return nowMs >= fault.availableFromMs()
                && faults.replace(
                        broker, fault, new Fault(fault.latencyMs(), nowMs + SUSPECT_MS, true, fault.reachable()));
    }

    /**
     * Of brokers of which none is available, those that are the best bet: the reachable ones if there are any; of these the half that was
     * quicker and is available sooner, at least one.
     */
    List<String> leastBad(Collection<String> brokers) {
        List<String> reachable = brokers.stream().filter(this::isReachable).toList();
        List<String> ranked = (reachable.isEmpty() ? brokers : reachable)
                .stream()
                        .sorted(Comparator.comparing(this::isAvailable)
                                .reversed()
                                .thenComparingLong(this::latencyMs)
                                .thenComparingLong(this::availableFromMs))
                        .toList();
        return ranked.subList(0, Math.max(1, ranked.size() / 2));
    }

    private long latencyMs(String broker) {
        Fault fault = faults.get(broker);
        return fault == null ? 0 : fault.latencyMs();
    }

    private long availableFromMs(String broker) {
        Fault fault = faults.get(broker);
        return fault == null ? 0 : fault.availableFromMs();
    }

    boolean isReachable(String broker) {
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
    }
}
