package io.ferrymq.broker.admin;

import io.ferrymq.broker.config.ConfigUpdates;
import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.protocol.RequestCode;
import java.util.concurrent.Executor;

/** The rows of this package. */
public final class AdminHandlers {
    private AdminHandlers() {}

    /** @param workers for what may wait for the disk */
    public static void registerConfig(
            HandlerTable.Builder handlers, Executor workers, LiveConfig config, ConfigUpdates updates) {
        handlers.on(workers, RequestCode.UPDATE_BROKER_CONFIG, new UpdateConfigHandler(updates))
                .on(workers, RequestCode.GET_BROKER_CONFIG, new GetConfigHandler(config, updates));
    }
}
