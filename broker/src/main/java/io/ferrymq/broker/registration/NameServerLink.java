package io.ferrymq.broker.registration;

import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is known of one nameserver. Belongs to the registration thread.
 *
 * <pre>
 *   new, lost, refused, period over → full registration      topics changed → increment
 * </pre>
 */
final class NameServerLink {
    private static final Logger LOG = LoggerFactory.getLogger(NameServerLink.class);
    private static final int INCREMENT_TOPICS_MAX = 500;

    private final String address;
    private final Set<String> changedTopics = new HashSet<>();
    private boolean registered;
    private boolean fullWanted = true;
    private boolean callRunning;
    private long lastSuccessMs;
    private long lastAttemptMs = Long.MIN_VALUE / 2;
    private String problem;

    NameServerLink(String address) {
        this.address = address;
    }

    String address() {
        return address;
    }

    boolean isRegistered() {
        return registered;
    }

    /** Why the last registration did not succeed; null when it did, or none was tried yet. */
    String problem() {
        return problem;
    }

    boolean isDecided() {
        return registered || problem != null;
    }

    void topicChanged(String topic) {
        if (changedTopics.size() < INCREMENT_TOPICS_MAX) {
            changedTopics.add(topic);
        } else {
            fullWanted = true;
        }
    }

    void wantFull() {
        fullWanted = true;
    }

    /** The connection is gone, and with it the registration: nameservers drop a broker whose connection ends. */
    void lost() {
        if (registered) {
            registered = false;
            fullWanted = true;
        }
    }

    /** What is due now. */
    Due due(long nowMs, long periodMs, long retryMs) {
        if (callRunning || (problem != null && nowMs - lastAttemptMs < retryMs)) {
            return Due.NOTHING;
        }
        if (fullWanted) {
            return Due.FULL;
        }
        if (registered && nowMs - lastSuccessMs >= periodMs) {
            return Due.PERIODIC;
        }
        return changedTopics.isEmpty() ? Due.NOTHING : Due.INCREMENT;
    }

    enum Due {
        NOTHING,
        FULL,
        PERIODIC,
        INCREMENT
    }

    /** A call begins that tells all changes so far. Returns the topics that changed. */
    Set<String> begin(long nowMs) {
        callRunning = true;
        lastAttemptMs = nowMs;
        fullWanted = false;
        Set<String> told = Set.copyOf(changedTopics);
        changedTopics.clear();
        return told;
    }

    void succeeded(long nowMs) {
        callRunning = false;
        if (!registered || problem != null) {
            LOG.info("registered at nameserver {}", address);
        }
        registered = true;
        problem = null;
        lastSuccessMs = nowMs;
    }

    /** One line in the log for each cause, not for each attempt. */
    void failed(String reason) {
        callRunning = false;
        fullWanted = true;
        // Ages and counts in a reason change with every attempt, its cause does not.
        if (problem == null || !withoutNumbers(reason).equals(withoutNumbers(problem))) {
            LOG.warn("registration at nameserver {} failed, trying on: {}", address, reason);
        }
        problem = reason;
    }

    private static String withoutNumbers(String reason) {
        return reason.replaceAll("\\d+", "#");
    }
}
