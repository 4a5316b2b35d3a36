package io.ferrymq.common.message;

/** What kind of message this is, as hooks and traces see it. */
public enum MessageType {
    Normal_Msg("Normal"),
    Trans_Msg_Half("Trans"),
    Trans_msg_Commit("TransCommit"),
    Delay_Msg("Delay"),
    Order_Msg("Order");

    private final String shortName;

    MessageType(String shortName) {
        this.shortName = shortName;
    }

    public String getShortName() {
        return shortName;
    }

    /** The type with this short name; the normal one when there is none. */
    public static MessageType getByShortName(String shortName) {
        for (MessageType type : values()) {
            if (type.shortName.equals(shortName)) {
                return type;
            }
        }
        return Normal_Msg;
    }
}
