package io.ferrymq.namesrv;

import io.ferrymq.common.config.Config;
import io.ferrymq.common.config.ConfigKey;
import io.ferrymq.namesrv.route.RouteRules;

/** The settings in force. */
public final class LiveConfig {
    private volatile Config config;

    public LiveConfig(Config config) {
        this.config = config;
    }

    public Config config() {
        return config;
    }

    public <T> T get(ConfigKey<T> key) {
        return config.get(key);
    }

    public boolean is(ConfigKey<Boolean> key) {
        return config.get(key);
    }

    public void replace(Config changed) {
        config = changed;
    }

    public RouteRules routeRules() {
        Config now = config;
        return new RouteRules(
                now.get(NamesrvKeys.ROUTE_BROKERS_MAX),
                now.get(NamesrvKeys.ROUTE_TOPICS_MAX),
                now.get(NamesrvKeys.DELETE_MISSING_TOPICS));
    }
}
