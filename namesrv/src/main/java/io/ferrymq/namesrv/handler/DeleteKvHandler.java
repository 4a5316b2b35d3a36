package io.ferrymq.namesrv.handler;

import io.ferrymq.namesrv.kv.KvStore;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.header.DeleteKVConfigRequestHeader;
import io.netty.buffer.ByteBuf;
import java.io.IOException;

/** {@code DELETE_KV_CONFIG} (102, spec: remoting 8.7): a missing key is fine. May wait for the disk. */
public final class DeleteKvHandler implements RequestHandler<DeleteKVConfigRequestHeader> {
    private final KvStore kv;

    public DeleteKvHandler(KvStore kv) {
        this.kv = kv;
    }

    @Override
    public void handle(RequestContext context, DeleteKVConfigRequestHeader header, ByteBuf body) throws IOException {
        kv.delete(header.namespace(), header.key());
        context.respond(Response.success());
    }
}
