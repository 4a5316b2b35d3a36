package io.ferrymq.broker.config;

import io.ferrymq.common.config.Config;
import io.ferrymq.common.config.ConfigKey;

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
        this.syncFlush = settings.get(StoreKeys.FLUSH_DISK_TYPE) == io.ferrymq.store.config.FlushMode.SYNC_FLUSH;
        this.longPolling = settings.get(BrokerKeys.LONG_POLLING_ENABLE);
        this.slaveRead = settings.get(BrokerKeys.SLAVE_READ_ENABLE);
    }

    public static BrokerConfig of(Config settings) {
        return new BrokerConfig(settings);
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
