package io.ferrymq.broker.admin;

import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.JsonException;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;

/** Bodies in and out. */
public final class Bodies {
    private Bodies() {}

    public static String text(ByteBuf body) {
        return body.toString(StandardCharsets.UTF_8);
    }

    /** The body as JSON of this shape; null when it is not, and the request was answered. */
    public static <T> T read(RequestContext context, ByteBuf body, Class<T> type) {
        try {
            return Json.decode(ByteBufUtil.getBytes(body), type);
        } catch (JsonException e) {
            context.respond(ResponseCode.INVALID_PARAMETER, "the body is unusable: " + e.getMessage());
            return null;
        }
    }

    public static Response<Void> json(Object value) {
        return Response.success(Json.encode(value));
    }
}
