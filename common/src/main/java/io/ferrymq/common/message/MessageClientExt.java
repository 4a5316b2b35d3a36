package io.ferrymq.common.message;

/** A message as consumers get it: its id is the one its producer gave it, and the broker's id has a name of its own. */
public class MessageClientExt extends MessageExt {
    private static final long serialVersionUID = 1L;

    private boolean readFromStore;

    public MessageClientExt() {}

    /** The broker's id follows from address and log offset, and is made when somebody asks for it. */
    void readFromStore() {
        readFromStore = true;
    }

    /** The broker's id: address and log offset. */
    public String getOffsetMsgId() {
        return brokerId();
    }

    public void setOffsetMsgId(String offsetMsgId) {
        readFromStore = false;
        super.setMsgId(offsetMsgId);
    }

    @Override
    String brokerId() {
        return readFromStore ? MessageDecoder.createMessageId(getStoreHost(), getCommitLogOffset()) : super.brokerId();
    }

    /** The producer's id when the message has one, else the broker's. */
    @Override
    public String getMsgId() {
        String uniqueId = MessageClientIDSetter.getUniqID(this);
        return uniqueId == null ? brokerId() : uniqueId;
    }

    /** Does nothing: the id follows from the message. */
    @Override
    public void setMsgId(String msgId) {}
}
