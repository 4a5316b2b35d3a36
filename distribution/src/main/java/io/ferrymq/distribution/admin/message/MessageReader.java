package io.ferrymq.distribution.admin.message;

import io.ferrymq.common.MixAll;
import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.sysflag.PullSysFlag;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.TopicQueue;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.PullMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.PullMessageResponseHeader;
import java.nio.ByteBuffer;
import java.util.List;

/** Reads a queue from end to end. It never waits for messages to come and never moves the position of a group. */
final class MessageReader {
    static final String ALL = "*";
    private static final int BATCH_MAX = 32;
    private static final long TIMEOUT_MS = 15_000;

    private final Admin admin;
    private final String group;
    private final String expression;

    MessageReader(Admin admin, String group, String expression) {
        this.admin = admin;
        this.group = group;
        this.expression = expression;
    }

    static MessageReader ofTools(Admin admin, String expression) {
        return new MessageReader(admin, MixAll.TOOLS_CONSUMER_GROUP, expression);
    }

    /** Messages, where to read on, and how far the queue reached then. Without messages they may stand further on. */
    record Batch(List<MessageExt> messages, long nextOffset, long minOffset, long maxOffset) {}

    /** Takes a message; false to hear of no more. */
    @FunctionalInterface
    interface Taker {
        boolean take(MessageExt message) throws CommandFailed, InterruptedException;
    }

    Batch pull(TopicQueue queue, long offset, int max) throws CommandFailed, InterruptedException {
        Request<?> pull = Request.of(
                RequestCode.PULL_MESSAGE,
                new PullMessageRequestHeader(
                        group,
                        queue.topic(),
                        queue.queueId(),
                        offset,
                        max,
                        PullSysFlag.FLAG_SUBSCRIPTION,
                        0,
                        0,
                        expression,
                        0,
                        null,
                        null,
                        null,
                        null,
                        queue.brokerName()));
        Reply reply = admin.ask(queue.address(), pull, TIMEOUT_MS);
        List<MessageExt> messages =
                switch (reply.code()) {
                    case ResponseCode.SUCCESS ->
                        MessageDecoder.decodesBatch(ByteBuffer.wrap(reply.body()), true, true, true);
                    case ResponseCode.PULL_NOT_FOUND,
                            ResponseCode.PULL_RETRY_IMMEDIATELY,
                            ResponseCode.PULL_OFFSET_MOVED -> List.of();
                    default ->
                        throw new CommandFailed("cannot read queue " + queue.place() + " of topic '"
                                + queue.topic() + "': " + ResponseCode.nameOf(reply.code()) + " (" + reply.code() + ") "
                                + reply.remark());
                };
        messages.forEach(message -> message.setBrokerName(queue.brokerName()));
        PullMessageResponseHeader header = reply.header(PullMessageResponseHeader.class);
        return new Batch(messages, header.nextBeginOffset(), header.minOffset(), header.maxOffset());
    }

    /**
     * Reads the messages from one offset up to but without another.
     *
     * @return whether the taker wants more
     */
    boolean read(TopicQueue queue, long from, long to, Taker taker) throws CommandFailed, InterruptedException {
        long offset = from;
        while (offset < to) {
            Batch batch = pull(queue, offset, (int) Math.min(BATCH_MAX, to - offset));
            for (MessageExt message : batch.messages()) {
                if (message.getQueueOffset() < to && !taker.take(message)) {
                    return false;
                }
            }
            if (batch.nextOffset() <= offset) {
                // The queue was cut while it was read.
                return true;
            }
            offset = batch.nextOffset();
        }
        return true;
    }
}
