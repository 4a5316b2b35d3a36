package io.ferrymq.namesrv.handler;

import io.ferrymq.namesrv.kv.KvStore;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.KVTable;
import io.ferrymq.remoting.protocol.header.GetKVListByNamespaceRequestHeader;
import io.netty.buffer.ByteBuf;
import java.util.Map;

/** {@code GET_KVLIST_BY_NAMESPACE} (219, spec: remoting 8.7). Event loop. */
public final class KvNamespaceHandler implements RequestHandler<GetKVListByNamespaceRequestHeader> {
    private final KvStore kv;

    public KvNamespaceHandler(KvStore kv) {
        this.kv = kv;
    }

    @Override
    public void handle(RequestContext context, GetKVListByNamespaceRequestHeader header, ByteBuf body) {
        Map<String, String> entries = kv.namespace(header.namespace());
        if (entries == null) {
            context.respond(ResponseCode.QUERY_NOT_FOUND, "No config item, Namespace: " + header.namespace());
        } else {
            context.respond(Bodies.json(new KVTable(entries)));
        }
    }
}
