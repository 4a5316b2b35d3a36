package io.ferrymq.common.message;

/** How a group gets its messages of a topic. */
public enum MessageRequestMode {
    /** Members ask from a position on. */
    PULL("PULL"),
    /** Brokers hand messages out one by one. */
    POP("POP");

    private final String name;

    MessageRequestMode(String name) {
        this.name = name;
    }

    /** As it stands in requests. */
    public String getName() {
        return name;
    }
}
