package io.ferrymq.distribution.admin.topic;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.NameserverKv;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.PropertiesUpdate;
import io.ferrymq.remoting.protocol.RequestCode;

/** Order configurations are kept by every nameserver, and shown to clients only by those that are told to. */
final class OrderConf {
    private static final String SHOWN_KEY = "orderMessageEnable";

    private final Admin admin;

    OrderConf(Admin admin) {
        this.admin = admin;
    }

    /** Sets a topic's configuration at every nameserver. */
    void put(String topic, String conf) throws CommandFailed, InterruptedException {
        new NameserverKv(admin, NameserverKv.ORDER_TOPIC_CONFIG).put(topic, conf);
    }

    /** Names the nameservers that keep configurations to themselves: nothing changes for producers then. */
    void tellWhereHidden(Output out) throws InterruptedException {
        for (String address : admin.nameservers()) {
            try {
                String shown = new PropertiesUpdate(
                                admin, address, RequestCode.GET_NAMESRV_CONFIG, RequestCode.UPDATE_NAMESRV_CONFIG)
                        .read()
                        .get(SHOWN_KEY);
                if (!"true".equalsIgnoreCase(shown)) {
                    out.format(
                            "note: producers do not see it yet, nameserver %s has %s=%s. Change it there with: mqadmin"
                                    + " updateNamesrvConfig -n %s -k %s -v true",
                            address, SHOWN_KEY, shown, address, SHOWN_KEY);
                }
            } catch (CommandFailed e) {
                out.format("note: producers see it only where %s=true; %s", SHOWN_KEY, e.getMessage());
            }
        }
    }
}
