package io.ferrymq.broker.config;

import io.ferrymq.broker.delay.DelayLevels;
import io.ferrymq.common.config.Config;
import io.ferrymq.common.config.ConfigException;
import io.ferrymq.common.config.ConfigKey;
import io.ferrymq.common.net.HostAndPort;
import io.ferrymq.store.config.FlushMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * The broker's settings at one moment, checked. What the way of a message asks for stands in fields; everything else is
 * looked up with {@link #get}.
 */
public final class BrokerConfig {
    private final Config settings;
    private final int permission;
    private final boolean traceOn;
    private final boolean autoCreateTopics;
    private final boolean rejectTransactions;
    private final long acceptSendsFromMs;
    private final long syncFlushTimeoutMs;
    private final boolean syncFlush;
    private final boolean longPolling;
    private final boolean slaveRead;

    private BrokerConfig(Config settings) {
        this.settings = settings;
        this.permission = settings.get(BrokerKeys.BROKER_PERMISSION);
        this.traceOn = settings.get(BrokerKeys.TRACE_ON);
        this.autoCreateTopics = settings.get(BrokerKeys.AUTO_CREATE_TOPIC_ENABLE);
        this.rejectTransactions = settings.get(BrokerKeys.REJECT_TRANSACTION_MESSAGE);
        this.acceptSendsFromMs = settings.get(BrokerKeys.START_ACCEPT_SEND_REQUEST_TIMESTAMP);
        this.syncFlushTimeoutMs = settings.get(StoreKeys.SYNC_FLUSH_TIMEOUT);
        this.syncFlush = settings.get(StoreKeys.FLUSH_DISK_TYPE) == FlushMode.SYNC_FLUSH;
        this.longPolling = settings.get(BrokerKeys.LONG_POLLING_ENABLE);
        this.slaveRead = settings.get(BrokerKeys.SLAVE_READ_ENABLE);
    }

    /** @throws ConfigException with one line for each setting that cannot be used */
    public static BrokerConfig of(Config settings) {
        List<String> problems = new ArrayList<>();
        check(problems, BrokerKeys.NAMESRV_ADDR, () -> HostAndPort.parseList(settings.get(BrokerKeys.NAMESRV_ADDR)));
        String haMaster = settings.get(ReplicationKeys.HA_MASTER_ADDRESS);
        check(problems, ReplicationKeys.HA_MASTER_ADDRESS, () -> haMaster.isEmpty() ? "" : HostAndPort.parse(haMaster));
        check(
                problems,
                StoreKeys.MESSAGE_DELAY_LEVEL,
                () -> DelayLevels.parse(settings.get(StoreKeys.MESSAGE_DELAY_LEVEL)));
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        return new BrokerConfig(settings);
    }

    private static void check(List<String> problems, ConfigKey<?> key, Supplier<?> parse) {
        try {
            Objects.requireNonNull(parse.get());
        } catch (IllegalArgumentException e) {
            problems.add(key.name() + ": " + e.getMessage());
        }
    }

    /** A broker without a configuration file: these settings and the defaults of all others. */
    public static BrokerConfig of(Map<String, String> settings) {
        return of(BrokerSchema.create().defaults().override("", settings));
    }

    /** All settings in force as properties text, sorted by key. */
    public String text() {
        return settings.dump();
    }

    public Config settings() {
        return settings;
    }

    public <T> T get(ConfigKey<T> key) {
        return settings.get(key);
    }

    /** Bits of {@code PermName}. */
    public int permission() {
        return permission;
    }

    public boolean isTraceOn() {
        return traceOn;
    }

    public boolean isAutoCreateTopics() {
        return autoCreateTopics;
    }

    public boolean isRejectTransactions() {
        return rejectTransactions;
    }

    public long acceptSendsFromMs() {
        return acceptSendsFromMs;
    }

    public boolean isSyncFlush() {
        return syncFlush;
    }

    public long syncFlushTimeoutMs() {
        return syncFlushTimeoutMs;
    }

    public boolean isLongPolling() {
        return longPolling;
    }

    public boolean isSlaveRead() {
        return slaveRead;
    }
}
