package io.ferrymq.namesrv.handler;

import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.TopicList;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.Collection;

/** Bodies in and out. */
final class Bodies {
    private Bodies() {}

    static byte[] bytes(ByteBuf body) {
        return ByteBufUtil.getBytes(body);
    }

    static Response<Void> json(Object value) {
        return Response.success(Json.encode(value));
    }

    static Response<Void> topics(Collection<String> names) {
        return json(TopicList.of(names));
    }

    /** Lists can be switched off by their key. */
    static Response<Void> disabled(String key) {
        return Response.of(ResponseCode.SYSTEM_ERROR, "disable: topic lists are switched off (key " + key + ")");
    }
}
