package io.ferrymq.client.impl.calls;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.OffsetNotFoundException;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.QueryConsumerOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.UpdateConsumerOffsetRequestHeader;

/** The positions of groups. */
public final class OffsetCalls {
    private final BrokerLink link;

    OffsetCalls(BrokerLink link) {
        this.link = link;
    }

    /**
     * Where a group stands in a queue.
     *
     * @param zeroIfNotFound null leaves it to the broker whether a group new to an old queue starts at 0
     * @throws OffsetNotFoundException when the group has no position there
     */
    public long query(String address, String group, MessageQueue queue, Boolean zeroIfNotFound, long timeoutMs)
            throws RemotingException, InterruptedException, MQBrokerException {
        Reply reply = link.call(
                address,
                Request.of(
                        RequestCode.QUERY_CONSUMER_OFFSET,
                        new QueryConsumerOffsetRequestHeader(
                                group, queue.getTopic(), queue.getQueueId(), zeroIfNotFound)),
                timeoutMs);
        if (reply.code() == ResponseCode.QUERY_NOT_FOUND) {
            throw new OffsetNotFoundException(reply.code(), reply.remark(), address);
        }
        if (!reply.isSuccess()) {
            throw BrokerLink.refusal(reply, address);
        }
        return reply.header(OffsetResponseHeader.class).offset();
    }

    public void update(String address, String group, MessageQueue queue, long offset, long timeoutMs)
            throws RemotingException, InterruptedException, MQBrokerException {
        link.require(address, updateRequest(group, queue, offset), timeoutMs);
    }

    /** Without waiting for the broker's word. */
    public void updateOneway(String address, String group, MessageQueue queue, long offset) {
        link.oneway(address, updateRequest(group, queue, offset));
    }

    private static Request<?> updateRequest(String group, MessageQueue queue, long offset) {
        return Request.of(
                RequestCode.UPDATE_CONSUMER_OFFSET,
                new UpdateConsumerOffsetRequestHeader(group, queue.getTopic(), queue.getQueueId(), offset));
    }
}
