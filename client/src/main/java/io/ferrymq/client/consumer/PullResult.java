package io.ferrymq.client.consumer;

import io.ferrymq.common.message.MessageExt;
import java.util.List;

/** The answer to a pull (client §35). */
public class PullResult {
    private final PullStatus pullStatus;
    private final long nextBeginOffset;
    private final long minOffset;
    private final long maxOffset;
    private List<MessageExt> msgFoundList;

    /**
     * @param nextBeginOffset where to pull next
     * @param minOffset of the oldest message that is still there
     * @param maxOffset that the next message will get
     * @param msgFoundList null for none
     */
    public PullResult(
            PullStatus pullStatus,
            long nextBeginOffset,
            long minOffset,
            long maxOffset,
            List<MessageExt> msgFoundList) {
        this.pullStatus = pullStatus;
        this.nextBeginOffset = nextBeginOffset;
        this.minOffset = minOffset;
        this.maxOffset = maxOffset;
        this.msgFoundList = msgFoundList;
    }

    public PullStatus getPullStatus() {
        return pullStatus;
    }

    /** Where to pull next, whatever the status. */
    public long getNextBeginOffset() {
        return nextBeginOffset;
    }

    public long getMinOffset() {
        return minOffset;
    }

    public long getMaxOffset() {
        return maxOffset;
    }

    /** The messages in the order of their offsets; null unless the status is FOUND. */
    public List<MessageExt> getMsgFoundList() {
        return msgFoundList;
    }

    public void setMsgFoundList(List<MessageExt> msgFoundList) {
        this.msgFoundList = msgFoundList;
    }

    @Override
    public String toString() {
        return "PullResult [pullStatus=" + pullStatus + ", nextBeginOffset=" + nextBeginOffset + ", minOffset="
                + minOffset + ", maxOffset=" + maxOffset + ", msgFoundList="
                + (msgFoundList == null ? 0 : msgFoundList.size()) + "]";
    }
}
