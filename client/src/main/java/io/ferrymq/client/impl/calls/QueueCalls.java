package io.ferrymq.client.impl.calls;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.BoundaryType;
import io.ferrymq.remoting.protocol.header.GetEarliestMsgStoretimeRequestHeader;
import io.ferrymq.remoting.protocol.header.GetEarliestMsgStoretimeResponseHeader;
import io.ferrymq.remoting.protocol.header.GetMaxOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.GetMinOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.QueryMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.SearchOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.ViewMessageRequestHeader;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** What is in a queue, and single messages. */
public final class QueueCalls {
    private final BrokerLink link;

    QueueCalls(BrokerLink link) {
        this.link = link;
    }

    /** The first (or last) offset at or after (or before) a time. */
    public long searchOffset(
            String address, MessageQueue queue, long timestampMs, BoundaryType boundary, long timeoutMs)
            throws RemotingException, InterruptedException, MQBrokerException {
        return offset(
                address,
                Request.of(
                        RequestCode.SEARCH_OFFSET_BY_TIMESTAMP,
                        new SearchOffsetRequestHeader(queue.getTopic(), queue.getQueueId(), timestampMs, boundary)),
                timeoutMs);
    }

    /** The offset that the next message gets. */
    public long maxOffset(String address, MessageQueue queue, long timeoutMs)
            throws RemotingException, InterruptedException, MQBrokerException {
        return offset(
                address,
                Request.of(
                        RequestCode.GET_MAX_OFFSET,
                        new GetMaxOffsetRequestHeader(queue.getTopic(), queue.getQueueId(), null)),
                timeoutMs);
    }

    /** The offset of the oldest message that is still there. */
    public long minOffset(String address, MessageQueue queue, long timeoutMs)
            throws RemotingException, InterruptedException, MQBrokerException {
        return offset(
                address,
                Request.of(
                        RequestCode.GET_MIN_OFFSET,
                        new GetMinOffsetRequestHeader(queue.getTopic(), queue.getQueueId())),
                timeoutMs);
    }

    private long offset(String address, Request<?> request, long timeoutMs)
            throws RemotingException, InterruptedException, MQBrokerException {
        return link.require(address, request, timeoutMs)
                .header(OffsetResponseHeader.class)
                .offset();
    }

    public long earliestStoreTime(String address, MessageQueue queue, long timeoutMs)
            throws RemotingException, InterruptedException, MQBrokerException {
        return link.require(
                        address,
                        Request.of(
                                RequestCode.GET_EARLIEST_MSG_STORETIME,
                                new GetEarliestMsgStoretimeRequestHeader(queue.getTopic(), queue.getQueueId())),
                        timeoutMs)
                .header(GetEarliestMsgStoretimeResponseHeader.class)
                .timestamp();
    }

    /** The message at an offset of the broker's log. */
    public MessageExt viewMessage(String address, String topic, long logOffset, long timeoutMs)
            throws RemotingException, InterruptedException, MQBrokerException {
        Reply reply = link.require(
                address,
                Request.of(RequestCode.VIEW_MESSAGE_BY_ID, new ViewMessageRequestHeader(topic, logOffset)),
                timeoutMs);
        return MessageDecoder.clientDecode(ByteBuffer.wrap(reply.body()), true);
    }

    /** Messages with a key; the answer's body holds them, its code tells whether there are any. */
    public CompletableFuture<Reply> queryMessage(String address, QueryMessageRequestHeader header, long timeoutMs) {
        return link.callAsync(address, Request.of(RequestCode.QUERY_MESSAGE, header), timeoutMs);
    }
}
