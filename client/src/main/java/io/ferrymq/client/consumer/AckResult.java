package io.ferrymq.client.consumer;

/** A broker's answer to the word that a popped message is consumed. A value: this version does not pop. */
public class AckResult {
    private AckStatus status;
    private String extraInfo;
    private long popTime;

    /** When the message was popped, in milliseconds. */
    public long getPopTime() {
        return popTime;
    }

    public void setPopTime(long popTime) {
        this.popTime = popTime;
    }

    public AckStatus getStatus() {
        return status;
    }

    public void setStatus(AckStatus status) {
        this.status = status;
    }

    /** The handle under which the broker knows the popped message. */
    public String getExtraInfo() {
        return extraInfo;
    }

    public void setExtraInfo(String extraInfo) {
        this.extraInfo = extraInfo;
    }

    @Override
    public String toString() {
        return "AckResult [AckStatus=" + status + ",extraInfo=" + extraInfo + "]";
    }
}
