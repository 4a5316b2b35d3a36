package io.ferrymq.client.consumer;

import io.ferrymq.common.message.MessageExt;
import java.util.List;

/** The answer to a pop. A value: this version does not pop. */
public class PopResult {
    private PopStatus popStatus;
    private List<MessageExt> msgFoundList;
    private long popTime;
    private long invisibleTime;
    private long restNum;

    /** @param msgFoundList null for none */
    public PopResult(PopStatus popStatus, List<MessageExt> msgFoundList) {
        this.popStatus = popStatus;
        this.msgFoundList = msgFoundList;
    }

    /** When it was, in milliseconds. */
    public long getPopTime() {
        return popTime;
    }

    public void setPopTime(long popTime) {
        this.popTime = popTime;
    }

    /** Messages that are still there. */
    public long getRestNum() {
        return restNum;
    }

    public void setRestNum(long restNum) {
        this.restNum = restNum;
    }

    /** Milliseconds for which nobody else gets the messages. */
    public long getInvisibleTime() {
        return invisibleTime;
    }

    public void setInvisibleTime(long invisibleTime) {
        this.invisibleTime = invisibleTime;
    }

    public PopStatus getPopStatus() {
        return popStatus;
    }

    public void setPopStatus(PopStatus popStatus) {
        this.popStatus = popStatus;
    }

    public List<MessageExt> getMsgFoundList() {
        return msgFoundList;
    }

    public void setMsgFoundList(List<MessageExt> msgFoundList) {
        this.msgFoundList = msgFoundList;
    }

    @Override
    public String toString() {
        return "PopResult [popStatus=" + popStatus + ",msgFoundList=" + (msgFoundList == null ? 0 : msgFoundList.size())
                + ",restNum=" + restNum + "]";
    }
}
