package io.ferrymq.namesrv.handler;

import io.ferrymq.common.config.Config;
import io.ferrymq.common.config.ConfigException;
import io.ferrymq.common.config.PropertiesText;
import io.ferrymq.common.io.StateFile;
import io.ferrymq.namesrv.LiveConfig;
import io.ferrymq.namesrv.NamesrvKeys;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code UPDATE_NAMESRV_CONFIG} (318, spec: remoting 8.8). Everything is checked first, then written to the file, then in force. Other
 * machines may not, unless a key allows it: whoever reaches the port could change the server otherwise. May wait for the disk.
 */
public final class UpdateConfigHandler implements RequestHandler<Void> {
    private static final Logger LOG = LoggerFactory.getLogger(UpdateConfigHandler.class);
    /** No setting of ours, but of RocketMQ's nameserver, where it may not be changed either. */
    private static final String ROCKETMQ_HOME = "rocketmqHome";

    private final LiveConfig config;

    public UpdateConfigHandler(LiveConfig config) {
        this.config = config;
    }

    @Override
    public void handle(RequestContext context, Void header, ByteBuf body) throws IOException {
        if (!config.is(NamesrvKeys.REMOTE_CONFIG_UPDATE)
                && !context.connection().isFromThisMachine()) {
            context.respond(
                    ResponseCode.NO_PERMISSION,
                    "settings can be changed from the nameserver's own machine only, not from " + context.connection()
                            + " (key " + NamesrvKeys.REMOTE_CONFIG_UPDATE.name() + ")");
            return;
        }
        Map<String, String> changes =
                PropertiesText.parse(body.toString(StandardCharsets.UTF_8)).toMap();
        String blocked = blocked(changes.keySet());
        if (blocked != null) {
            context.respond(ResponseCode.NO_PERMISSION, "Can not update config in black list: " + blocked);
        } else if (changes.isEmpty()) {
            context.respond(Response.success());
        } else {
            update(context, changes);
        }
    }

    private String blocked(Set<String> keys) {
        Set<String> blocked = new HashSet<>(config.get(NamesrvKeys.CONFIG_BLACK_LIST));
        blocked.addAll(NamesrvKeys.CONFIG_BLACK_LIST.defaultValue());
        blocked.add(ROCKETMQ_HOME);
        blocked.add(NamesrvKeys.REMOTE_CONFIG_UPDATE.name());
        blocked.retainAll(keys);
        return blocked.stream().min(String::compareTo).orElse(null);
    }

    private void update(RequestContext context, Map<String, String> changes) throws IOException {
        Config.Update update;
        try {
            update = config.config().with(changes);
        } catch (ConfigException e) {
            context.respond(ResponseCode.SYSTEM_ERROR, e.getMessage());
            return;
        }
        StateFile file = new StateFile(Path.of(config.get(NamesrvKeys.CONFIG_STORE_PATH)));
        String before = file.read(text -> text).value().orElse("");
        file.write(PropertiesText.parse(before).with(changes));
        config.replace(update.config());
        LOG.info("settings changed by {}: {}", context.connection(), changes);
        context.respond(ResponseCode.SUCCESS, effect(update));
    }

    private static String effect(Config.Update update) {
        return "effective now: " + update.effectiveNow() + ", after a restart: " + update.afterRestart()
                + ", without effect here: " + update.withoutEffect();
    }
}
