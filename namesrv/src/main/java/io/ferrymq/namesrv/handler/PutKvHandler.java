package io.ferrymq.namesrv.handler;

import io.ferrymq.namesrv.LiveConfig;
import io.ferrymq.namesrv.NamesrvKeys;
import io.ferrymq.namesrv.kv.KvStore;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.PutKVConfigRequestHeader;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code PUT_KV_CONFIG} (100, spec: remoting 8.7). May wait for the disk. */
public final class PutKvHandler implements RequestHandler<PutKVConfigRequestHeader> {
    private static final Logger LOG = LoggerFactory.getLogger(PutKvHandler.class);
    private static final int TEXT_MAX_CHARS = 64 << 10;

    private final KvStore kv;
    private final LiveConfig config;

    public PutKvHandler(KvStore kv, LiveConfig config) {
        this.kv = kv;
        this.config = config;
    }

    @Override
    public void handle(RequestContext context, PutKVConfigRequestHeader header, ByteBuf body) throws IOException {
        String refusal = refusal(header);
        if (refusal != null) {
            context.respond(ResponseCode.SYSTEM_ERROR, refusal);
            return;
        }
        kv.put(header.namespace(), header.key(), header.value());
        if (header.namespace().equals(KvStore.ORDER_TOPIC_NAMESPACE) && !config.is(NamesrvKeys.ORDER_MESSAGE_ENABLE)) {
            LOG.warn(
                    "order configuration of topic {} is kept, but clients are not told: orderMessageEnable is false",
                    header.key());
        }
        context.respond(Response.success());
    }

    private String refusal(PutKVConfigRequestHeader header) {
        if (header.namespace().isBlank() || header.key().isBlank()) {
            return "namespace or key is blank";
        }
        int chars = header.namespace().length()
                + header.key().length()
                + header.value().length();
        if (chars > TEXT_MAX_CHARS) {
            return "namespace, key and value have " + chars + " characters, the limit is " + TEXT_MAX_CHARS;
        }
        int limit = config.get(NamesrvKeys.KV_ENTRIES_MAX);
        if (kv.size() >= limit && kv.get(header.namespace(), header.key()) == null) {
            return "key-value settings: the limit is " + limit + " (key " + NamesrvKeys.KV_ENTRIES_MAX.name() + ")";
        }
        return null;
    }
}
