package io.ferrymq.distribution.admin.broker;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.PropertiesUpdate;
import io.ferrymq.remoting.protocol.RequestCode;

/** The settings of one broker. */
final class BrokerSettings {
    private BrokerSettings() {}

    static PropertiesUpdate at(Admin admin, String address) {
        return new PropertiesUpdate(admin, address, RequestCode.GET_BROKER_CONFIG, RequestCode.UPDATE_BROKER_CONFIG);
    }
}
