package io.ferrymq.namesrv.handler;

import io.ferrymq.namesrv.kv.KvStore;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.GetKVConfigRequestHeader;
import io.ferrymq.remoting.protocol.header.GetKVConfigResponseHeader;
import io.netty.buffer.ByteBuf;

/** {@code GET_KV_CONFIG} (101, spec: remoting 8.7). Event loop. */
public final class GetKvHandler implements RequestHandler<GetKVConfigRequestHeader> {
    private final KvStore kv;

    public GetKvHandler(KvStore kv) {
        this.kv = kv;
    }

    @Override
    public void handle(RequestContext context, GetKVConfigRequestHeader header, ByteBuf body) {
        String value = kv.get(header.namespace(), header.key());
        if (value == null) {
            context.respond(
                    ResponseCode.QUERY_NOT_FOUND,
                    "No config item, Namespace: " + header.namespace() + " Key: " + header.key());
        } else {
            context.respond(Response.success(new GetKVConfigResponseHeader(value)));
        }
    }
}
