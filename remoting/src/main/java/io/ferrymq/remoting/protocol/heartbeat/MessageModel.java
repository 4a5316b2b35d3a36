package io.ferrymq.remoting.protocol.heartbeat;

/** Who of a consumer group gets a message: each member, or one of them. */
public enum MessageModel {
    BROADCASTING("BROADCASTING"),
    CLUSTERING("CLUSTERING");

    private final String modeCN;

    MessageModel(String modeCN) {
        this.modeCN = modeCN;
    }

    public String getModeCN() {
        return modeCN;
    }
}
