package io.ferrymq.common.message;

import io.ferrymq.common.MixAll;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;

/** Several messages of one topic that travel as one. */
public class MessageBatch extends Message implements Iterable<Message> {
    private static final long serialVersionUID = 621335151046335557L;

    private final List<Message> messages;

    /** Not checked: {@link #generateFromList} does that. */
    public MessageBatch(List<Message> messages) {
        this.messages = messages;
    }

    /**
     * @throws IllegalArgumentException when there is no message, or one without body
     * @throws UnsupportedOperationException when the messages differ in topic or wait flag, or one is delayed, of a transaction, a reply, or for
     *     a retry topic
     */
    public static MessageBatch generateFromList(Collection<? extends Message> messages) {
        if (messages == null || messages.isEmpty()) {
            throw new IllegalArgumentException("a batch needs at least one message");
        }
        Message first = null;
        for (Message message : messages) {
            requireFit(message);
            if (first == null) {
                first = message;
            } else {
                requireLike(first, message);
            }
        }
        MessageBatch batch = new MessageBatch(List.copyOf(messages));
        batch.setTopic(first.getTopic());
        batch.setWaitStoreMsgOK(first.isWaitStoreMsgOK());
        return batch;
    }

    private static void requireFit(Message message) {
        if (message == null) {
            throw new IllegalArgumentException("a message of the batch is null");
        }
        if (message.getTopic() == null) {
            throw new IllegalArgumentException("a message of the batch has no topic");
        }
        if (message.getDelayTimeLevel() > 0
                || message.hasProperty(MessageConst.PROPERTY_TIMER_DELAY_SEC)
                || message.hasProperty(MessageConst.PROPERTY_TIMER_DELAY_MS)
                || message.hasProperty(MessageConst.PROPERTY_TIMER_DELIVER_MS)) {
            throw new UnsupportedOperationException("a delayed message cannot be part of a batch");
        }
        if (Boolean.parseBoolean(message.getProperty(MessageConst.PROPERTY_TRANSACTION_PREPARED))) {
            throw new UnsupportedOperationException("a message of a transaction cannot be part of a batch");
        }
        if (MixAll.REPLY_MESSAGE_FLAG.equals(message.getProperty(MessageConst.PROPERTY_MESSAGE_TYPE))) {
            throw new UnsupportedOperationException("the reply to a request cannot be part of a batch");
        }
        if (MixAll.isRetryTopic(message.getTopic())) {
            throw new UnsupportedOperationException(
                    "a batch cannot go to the retry topic '" + message.getTopic() + "'");
        }
    }

    private static void requireLike(Message first, Message other) {
        if (!first.getTopic().equals(other.getTopic())) {
            throw new UnsupportedOperationException("the messages of a batch must have one topic, found '"
                    + first.getTopic() + "' and '" + other.getTopic() + "'");
        }
        if (first.isWaitStoreMsgOK() != other.isWaitStoreMsgOK()) {
            throw new UnsupportedOperationException("the messages of a batch must all have the same waitStoreMsgOK");
        }
    }

    /** The body of this batch on the wire. */
    public byte[] encode() {
        return BatchCodec.encode(messages);
    }

    public List<Message> getMessages() {
        return messages;
    }

    @Override
    public Iterator<Message> iterator() {
        return messages.iterator();
    }
}
