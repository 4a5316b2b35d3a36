package io.ferrymq.client.consumer;

/** A broker's answer to the question whether there is something to pop. A value: this version does not ask. */
public class NotifyResult {
    private boolean hasMsg;
    private boolean pollingFull;

    public boolean isHasMsg() {
        return hasMsg;
    }

    public void setHasMsg(boolean hasMsg) {
        this.hasMsg = hasMsg;
    }

    /** Whether the broker has as many waiting questions as it takes. */
    public boolean isPollingFull() {
        return pollingFull;
    }

    public void setPollingFull(boolean pollingFull) {
        this.pollingFull = pollingFull;
    }

    @Override
    public String toString() {
        return "NotifyResult{hasMsg=" + hasMsg + ", pollingFull=" + pollingFull + "}";
    }
}
