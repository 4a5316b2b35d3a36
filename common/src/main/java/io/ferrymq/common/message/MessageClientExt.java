package io.ferrymq.common.message;

/** A message as consumers get it: its id is the one its producer gave it, and the broker's id has a name of its own. */
public class MessageClientExt extends MessageExt {
    private static final long serialVersionUID = 1L;

    public MessageClientExt() {}

    /** The broker's id: address and log offset. */
    public String getOffsetMsgId() {
        return super.getMsgId();
    }

    public void setOffsetMsgId(String offsetMsgId) {
        super.setMsgId(offsetMsgId);
    }

    /** The producer's id when the message has one, else the broker's. */
    @Override
    public String getMsgId() {
        String uniqueId = MessageClientIDSetter.getUniqID(this);
        return uniqueId == null ? super.getMsgId() : uniqueId;
    }

    /** Does nothing: the id follows from the message. */
    @Override
    public void setMsgId(String msgId) {}
}
