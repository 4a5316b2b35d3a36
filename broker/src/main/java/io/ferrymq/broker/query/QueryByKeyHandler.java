package io.ferrymq.broker.query;

import io.ferrymq.broker.pull.StoredRecords;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.QueryMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryMessageResponseHeader;
import io.ferrymq.store.KeyQueryResult;
import io.ferrymq.store.MessageStore;
import io.netty.buffer.ByteBuf;

/** {@code QUERY_MESSAGE} (12): messages with a key or a unique id. On a worker, because index and log may have to come from the disk. */
public final class QueryByKeyHandler implements RequestHandler<QueryMessageRequestHeader> {
    /** Asked for a unique id, the answer may hold so many whatever the client wants ({@code defaultQueryMaxNum}). */
    private static final int UNIQUE_ID_MAX_COUNT = 32;

    private final MessageStore store;

    public QueryByKeyHandler(MessageStore store) {
        this.store = store;
    }

    @Override
    public void handle(RequestContext context, QueryMessageRequestHeader header, ByteBuf body) {
        int wanted = Boolean.TRUE.equals(header.uniqueKeyQuery()) ? UNIQUE_ID_MAX_COUNT : header.maxNum();
        KeyQueryResult result = store.log()
                .queryByKey(
                        header.topic(),
                        header.key(),
                        Math.max(1, wanted),
                        header.beginTimestamp(),
                        header.endTimestamp());
        QueryMessageResponseHeader answer = new QueryMessageResponseHeader(
                result.indexLastUpdateTimestampMs(), result.indexLastUpdatePhysicalOffset());
        if (result.records().isEmpty()) {
            result.close();
            context.respond(Response.of(
                    ResponseCode.QUERY_NOT_FOUND,
                    "can not find message, maybe time range not correct: topic " + header.topic() + ", key "
                            + header.key() + ", stored from " + header.beginTimestamp() + " to "
                            + header.endTimestamp(),
                    answer));
        } else {
            context.respond(Response.success(answer).withBody(StoredRecords.of(result.records())));
        }
    }
}
