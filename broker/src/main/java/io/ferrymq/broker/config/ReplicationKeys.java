package io.ferrymq.broker.config;

import static io.ferrymq.common.config.ConfigKey.ofBoolean;
import static io.ferrymq.common.config.ConfigKey.ofEnum;
import static io.ferrymq.common.config.ConfigKey.ofInt;
import static io.ferrymq.common.config.ConfigKey.ofLong;
import static io.ferrymq.common.config.ConfigKey.ofMillis;
import static io.ferrymq.common.config.ConfigKey.ofString;

import io.ferrymq.common.config.ConfigKey;

/** Masters and slaves: RocketMQ's keys of replication that have an effect here (spec: storage 11.6). */
public final class ReplicationKeys {
    private static final int HOUR_MS = 3_600_000;
    /** The slave's buffer of RocketMQ without the header of a frame. */
    public static final int TRANSFER_BATCH_MAX_BYTES = (4 << 20) - 12;

    public static final ConfigKey<BrokerRole> BROKER_ROLE = ofEnum("brokerRole", BrokerRole.ASYNC_MASTER)
            .doc("SYNC_MASTER answers a send once a slave has the message.");
    public static final ConfigKey<Integer> HA_LISTEN_PORT =
            ofInt("haListenPort", 0, 0, 65_535).doc("Port for slaves; 0: listenPort + 1.");
    public static final ConfigKey<String> HA_MASTER_ADDRESS = ofString("haMasterAddress", "")
            .doc("Where a slave copies from, as host:port; empty: what the nameservers say.");
    public static final ConfigKey<Long> HA_SEND_HEARTBEAT_INTERVAL = ofMillis(
                    "haSendHeartbeatInterval", 5_000, 10, HOUR_MS)
            .doc("A replication link without traffic for so long carries a sign of life.");
    public static final ConfigKey<Long> HA_HOUSEKEEPING_INTERVAL = ofMillis(
                    "haHousekeepingInterval", 20_000, 50, HOUR_MS)
            .doc("A replication link on which nothing came for so long is closed.");
    public static final ConfigKey<Integer> HA_TRANSFER_BATCH_SIZE = ofInt(
                    "haTransferBatchSize", 32 << 10, 64, TRANSFER_BATCH_MAX_BYTES)
            .doc("Most bytes of the log in one frame to a slave.");
    public static final ConfigKey<Long> HA_MAX_GAP_NOT_IN_SYNC = ofLong(
                    "haMaxGapNotInSync", 256L << 20, 1, Long.MAX_VALUE)
            .alias("haSlaveFallbehindMax")
            .doc("A slave that is further behind, in bytes, does not count for synchronous replication.");
    public static final ConfigKey<Long> SLAVE_TIMEOUT = ofMillis("slaveTimeout", 2_500, 1, 600_000)
            .dynamic()
            .doc("How long a send waits for a slave. Clients give up after 3 s by default: less than that, and they"
                    + " learn why.");
    public static final ConfigKey<Integer> IN_SYNC_REPLICAS = ofInt("inSyncReplicas", 2, 1, 64)
            .dynamic()
            .doc("Copies of a message, the master's included, before a SYNC_MASTER answers OK.");
    public static final ConfigKey<Integer> MIN_IN_SYNC_REPLICAS = ofInt("minInSyncReplicas", 1, 1, 64)
            .dynamic()
            .doc("A SYNC_MASTER refuses sends while fewer copies, its own included, are in sync.");
    public static final ConfigKey<Boolean> HA_FLOW_CONTROL_ENABLE =
            ofBoolean("haFlowControlEnable", false).dynamic().doc("Limit what is sent to each slave.");
    public static final ConfigKey<Long> MAX_HA_TRANSFER_BYTE_IN_SECOND = ofLong(
                    "maxHaTransferByteInSecond", 100L << 20, 1 << 10, Long.MAX_VALUE)
            .dynamic()
            .doc("That limit, in bytes a second.");

    // Other ways of replication. To start such a broker as if it had not been asked for could give a name two masters.
    public static final ConfigKey<Boolean> ENABLE_CONTROLLER_MODE = refused("enableControllerMode");
    public static final ConfigKey<Boolean> ENABLE_DLEDGER_COMMIT_LOG = refused("enableDLegerCommitLog");

    private ReplicationKeys() {}

    public static final ConfigKey<Long> STATE_COPY_INTERVAL = ofMillis("stateCopyIntervalMs", 3_000, 50, HOUR_MS)
            .doc("How often a slave copies topics, groups, positions and delay offsets from its master.");

    private static ConfigKey<Boolean> refused(String name) {
        return ofBoolean(name, false)
                .allowing("false, as brokers replicate by brokerRole only", value -> !value)
                .doc("Elected masters are not served.");
    }
}
