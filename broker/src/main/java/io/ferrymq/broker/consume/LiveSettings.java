package io.ferrymq.broker.consume;

import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.BrokerKeys;
import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.broker.config.StoreKeys;
import io.ferrymq.broker.config.StoreSettings;
import io.ferrymq.broker.delay.DelayLevels;
import java.nio.file.Path;
import java.util.function.Supplier;

/** The settings in force now, read out of the configuration once for each change. */
final class LiveSettings implements Supplier<ConsumingSettings> {
    private final Path configDir;
    private final DelayLevels delayLevels;
    private volatile ConsumingSettings current;

    private LiveSettings(Path configDir, DelayLevels delayLevels, BrokerConfig config) {
        this.configDir = configDir;
        this.delayLevels = delayLevels;
        this.current = read(config);
    }

    static LiveSettings of(LiveConfig config, Path configDir, DelayLevels delayLevels) {
        LiveSettings settings = new LiveSettings(configDir, delayLevels, config.current());
        config.onChange(settings::change);
        return settings;
    }

    private void change(BrokerConfig changed) {
        current = read(changed);
    }

    @Override
    public ConsumingSettings get() {
        return current;
    }

    private ConsumingSettings read(BrokerConfig config) {
        return new ConsumingSettings(
                configDir,
                delayLevels.delaysMs(),
                StoreSettings.inMemoryBytes(config),
                config.isSyncFlush(),
                new ConsumingSettings.Pulls(
                        config.get(BrokerKeys.LITE_PULL_MESSAGE_ENABLE),
                        config.get(BrokerKeys.LONG_POLLING_ENABLE),
                        config.get(BrokerKeys.SHORT_POLLING_TIME_MILLS),
                        config.get(BrokerKeys.PULL_WAITERS_MAX),
                        config.get(BrokerKeys.SLAVE_READ_ENABLE),
                        config.get(BrokerKeys.OFFSET_CHECK_IN_SLAVE),
                        new ConsumingSettings.Filters(
                                config.get(BrokerKeys.ENABLE_PROPERTY_FILTER),
                                config.get(BrokerKeys.FILTER_SUPPORT_RETRY))),
                new ConsumingSettings.Clients(
                        config.get(BrokerKeys.CHANNEL_EXPIRED_TIMEOUT),
                        config.get(BrokerKeys.NOTIFY_CONSUMER_IDS_CHANGED_ENABLE),
                        config.get(BrokerKeys.ENABLE_REGISTER_PRODUCER),
                        config.get(BrokerKeys.CLIENT_MEMBERS_MAX),
                        config.get(BrokerKeys.FILTER_DATA_CLEAN_TIME_SPAN)),
                new ConsumingSettings.Offsets(
                        config.get(BrokerKeys.FLUSH_CONSUMER_OFFSET_INTERVAL),
                        config.get(StoreKeys.FLUSH_DELAY_OFFSET_INTERVAL),
                        config.get(BrokerKeys.CONSUMER_OFFSET_UPDATE_VERSION_STEP),
                        config.get(BrokerKeys.USE_SERVER_SIDE_RESET_OFFSET),
                        config.get(BrokerKeys.LAG_SCAN_MESSAGES_MAX)));
    }
}
