package io.ferrymq.common.message;

import java.io.Serializable;
import java.util.Map;
import java.util.Objects;

/** A queue as a broker shares it out, and how to get its messages. */
public class MessageQueueAssignment implements Serializable {
    private static final long serialVersionUID = 8092600270527861645L;

    private MessageQueue messageQueue;
    private MessageRequestMode mode = MessageRequestMode.PULL;
    private Map<String, String> attachments;

    public MessageQueue getMessageQueue() {
        return messageQueue;
    }

    public void setMessageQueue(MessageQueue messageQueue) {
        this.messageQueue = messageQueue;
    }

    public MessageRequestMode getMode() {
        return mode;
    }

    public void setMode(MessageRequestMode mode) {
        this.mode = mode;
    }

    /** What else the broker says; null for nothing. */
    public Map<String, String> getAttachments() {
        return attachments;
    }

    public void setAttachments(Map<String, String> attachments) {
        this.attachments = attachments;
    }

    @Override
    public int hashCode() {
        return Objects.hash(messageQueue, mode, attachments);
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof MessageQueueAssignment that
                        && Objects.equals(messageQueue, that.messageQueue)
                        && mode == that.mode
                        && Objects.equals(attachments, that.attachments));
    }

    @Override
    public String toString() {
        return "MessageQueueAssignment [MessageQueue=" + messageQueue + ", Mode=" + mode + "]";
    }
}
