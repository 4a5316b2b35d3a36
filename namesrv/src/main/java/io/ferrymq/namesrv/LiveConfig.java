package io.ferrymq.namesrv;

import io.ferrymq.common.config.Config;
import io.ferrymq.common.config.ConfigKey;
import io.ferrymq.namesrv.route.AddressRules;
import io.ferrymq.namesrv.route.RouteRules;

/** The settings in force. */
public final class LiveConfig {
    private volatile Config config;
    private volatile AddressRules addressRules;

    public LiveConfig(Config config) {
        replace(config);
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
        addressRules = AddressRules.parse(changed.get(NamesrvKeys.ROUTE_ADDRESS_RULES));
    }

    /** Under which addresses brokers are shown. */
    public AddressRules addressRules() {
        return addressRules;
    }

    public RouteRules routeRules() {
        Config now = config;
        return new RouteRules(
                now.get(NamesrvKeys.ROUTE_BROKERS_MAX),
                now.get(NamesrvKeys.ROUTE_TOPICS_MAX),
                now.get(NamesrvKeys.DELETE_MISSING_TOPICS));
    }
}
