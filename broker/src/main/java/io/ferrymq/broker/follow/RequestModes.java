package io.ferrymq.broker.follow;

import io.ferrymq.common.io.StateFile;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code config/messageRequestMode.json}: topic → group → how the group asks for messages. Kept for brokers that understand it (spec: storage
 * 8.7): read, copied from a master, told to a slave.
 */
public final class RequestModes {
    private static final Logger LOG = LoggerFactory.getLogger(RequestModes.class);

    private final StateFile file;
    private volatile Map<String, Map<String, Object>> modes;

    private RequestModes(StateFile file, Map<String, Map<String, Object>> modes) {
        this.file = file;
        this.modes = modes;
    }

    /** The file, and the body of the request. */
    record Content(Map<String, Map<String, Object>> messageRequestModeMap) {
        Content {
            messageRequestModeMap = messageRequestModeMap == null ? Map.of() : messageRequestModeMap;
        }
    }

    /** Reads the file or its backup; without both there are none. */
    public static RequestModes open(Path configDir) {
        StateFile file = new StateFile(configDir.resolve("messageRequestMode.json"));
        StateFile.Loaded<Content> loaded =
                file.read(text -> Json.decode(text.getBytes(StandardCharsets.UTF_8), Content.class));
        loaded.problems().forEach(LOG::warn);
        return new RequestModes(
                file, loaded.value().map(Content::messageRequestModeMap).orElse(Map.of()));
    }

    Map<String, Map<String, Object>> all() {
        return modes;
    }

    synchronized void replace(Map<String, Map<String, Object>> all) {
        if (all.equals(modes)) {
            return;
        }
        modes = all;
        try {
            file.write(new String(Json.encodePretty(new Content(all)), StandardCharsets.UTF_8));
        } catch (IOException e) {
            LOG.error("message request modes cannot be kept in {}: {}", file.path(), e.toString());
        }
    }

    /** {@code GET_ALL_MESSAGE_REQUEST_MODE} (402), for a slave. */
    public void tell(RequestContext context, Void header, ByteBuf body) {
        context.respond(Response.success(Json.encode(new Content(modes))));
    }
}
