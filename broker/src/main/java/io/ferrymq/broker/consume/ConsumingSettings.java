package io.ferrymq.broker.consume;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Settings of the consuming half, at one moment.
 *
 * @param configDir where state files are
 * @param delayLevelsMs {@code messageDelayLevel}: delay of level 1, 2, …
 * @param inMemoryBytes how far behind the log's end a message counts as young ({@code accessMessageInMemoryMaxRatio})
 * @param waitForDisk {@code flushDiskType} is SYNC_FLUSH: what is answered OK is on disk
 */
public record ConsumingSettings(
        Path configDir,
        List<Long> delayLevelsMs,
        long inMemoryBytes,
        boolean waitForDisk,
        Pulls pulls,
        Clients clients,
        Offsets offsets) {
    public ConsumingSettings {
        Objects.requireNonNull(configDir, "configDir");
        Objects.requireNonNull(pulls, "pulls");
        Objects.requireNonNull(clients, "clients");
        Objects.requireNonNull(offsets, "offsets");
        delayLevelsMs = List.copyOf(delayLevelsMs);
    }

    /**
     * Reading.
     *
     * @param litePull {@code litePullMessageEnable}
     * @param longPolling {@code longPollingEnable}
     * @param shortPollingMs {@code shortPollingTimeMills}: how long a pull waits without long polling
     * @param waitersMax {@code pullWaitersMax}: pulls that may wait at once
     * @param slaveRead {@code slaveReadEnable}
     * @param slaveOffsetCheck {@code offsetCheckInSlave}
     * @param filters what else than tags may be asked for
     */
    public record Pulls(
            boolean litePull,
            boolean longPolling,
            long shortPollingMs,
            int waitersMax,
            boolean slaveRead,
            boolean slaveOffsetCheck,
            Filters filters) {
        public static final Pulls DEFAULT = new Pulls(true, true, 1_000, 200_000, false, false, Filters.NONE);

        public Pulls withWaitersMax(int max) {
            return new Pulls(litePull, longPolling, shortPollingMs, max, slaveRead, slaveOffsetCheck, filters);
        }

        public Pulls withLongPolling(boolean enabled) {
            return new Pulls(litePull, enabled, shortPollingMs, waitersMax, slaveRead, slaveOffsetCheck, filters);
        }

        public Pulls withLitePull(boolean enabled) {
            return new Pulls(enabled, longPolling, shortPollingMs, waitersMax, slaveRead, slaveOffsetCheck, filters);
        }
    }

    /**
     * Filters by properties.
     *
     * @param properties {@code enablePropertyFilter}: SQL92 expressions
     * @param retries {@code filterSupportRetry}: retried messages are filtered once more
     */
    public record Filters(boolean properties, boolean retries) {
        public static final Filters NONE = new Filters(false, false);
    }

    /**
     * Members of groups.
     *
     * @param expiredAfterMs {@code channelExpiredTimeout}: a member not heard of for so long is gone
     * @param notifyChanges {@code notifyConsumerIdsChangedEnable}
     * @param registerProducers {@code enableRegisterProducer}
     * @param membersMax {@code clientMembersMax}: memberships of clients in groups, producers and consumers each
     * @param filtersKeptMs {@code filterDataCleanTimeSpan}: expressions of groups without members are remembered so long
     */
    public record Clients(
            long expiredAfterMs, boolean notifyChanges, boolean registerProducers, int membersMax, long filtersKeptMs) {
        public static final Clients DEFAULT = new Clients(120_000, true, true, 500_000, 86_400_000);

        public Clients withMembersMax(int max) {
            return new Clients(expiredAfterMs, notifyChanges, registerProducers, max, filtersKeptMs);
        }
    }

    /**
     * Positions.
     *
     * @param flushIntervalMs {@code flushConsumerOffsetInterval}
     * @param delayFlushIntervalMs {@code flushDelayOffsetInterval}
     * @param versionStep {@code consumerOffsetUpdateVersionStep}: commits per change of the data version
     * @param serverSideReset {@code useServerSideResetOffset}
     * @param lagScanMax {@code lagScanMessagesMax}: entries of queues looked at to count what a group has still to consume
     */
    public record Offsets(
            long flushIntervalMs, long delayFlushIntervalMs, int versionStep, boolean serverSideReset, int lagScanMax) {
        public static final Offsets DEFAULT = new Offsets(5_000, 10_000, 500, true, 1_000_000);

        public Offsets withServerSideReset(boolean enabled) {
            return new Offsets(flushIntervalMs, delayFlushIntervalMs, versionStep, enabled, lagScanMax);
        }
    }

    public ConsumingSettings withPulls(Pulls newPulls) {
        return new ConsumingSettings(configDir, delayLevelsMs, inMemoryBytes, waitForDisk, newPulls, clients, offsets);
    }

    public ConsumingSettings withClients(Clients newClients) {
        return new ConsumingSettings(configDir, delayLevelsMs, inMemoryBytes, waitForDisk, pulls, newClients, offsets);
    }

    public ConsumingSettings withOffsets(Offsets newOffsets) {
        return new ConsumingSettings(configDir, delayLevelsMs, inMemoryBytes, waitForDisk, pulls, clients, newOffsets);
    }
}
