package io.ferrymq.broker.query;

import io.ferrymq.broker.pull.StoredRecords;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.ViewMessageRequestHeader;
import io.ferrymq.store.LogSlices;
import io.ferrymq.store.MessageStore;
import io.netty.buffer.ByteBuf;

/** {@code VIEW_MESSAGE_BY_ID} (33): the message at a place in the log. Where no whole record begins there is no message. */
public final class ViewMessageHandler implements RequestHandler<ViewMessageRequestHeader> {
    private final MessageStore store;

    public ViewMessageHandler(MessageStore store) {
        this.store = store;
    }

    @Override
    public void handle(RequestContext context, ViewMessageRequestHeader header, ByteBuf body) {
        LogSlices record = store.log().recordAt(header.offset());
        if (record.isEmpty()) {
            record.close();
            context.respond(
                    ResponseCode.SYSTEM_ERROR,
                    "can not find message by the offset, " + header.offset() + "; the log has "
                            + store.log().minPhysicalOffset() + " to "
                            + store.log().logEndOffset());
        } else {
            context.respond(new Response<>(ResponseCode.SUCCESS, null, null, null, StoredRecords.of(record)));
        }
    }
}
