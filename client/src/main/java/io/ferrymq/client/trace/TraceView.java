package io.ferrymq.client.trace;

import io.ferrymq.common.message.MessageExt;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What a trace tells of one message, for showing. */
public class TraceView {
    private String msgId;
    private String tags;
    private String keys;
    private String storeHost;
    private String clientHost;
    private int costTime;
    private String msgType;
    private String offSetMsgId;
    private long timeStamp;
    private long bornTime;
    private String topic;
    private String groupName;
    private String status;

    public String getMsgId() {
        return msgId;
    }

    public void setMsgId(String msgId) {
        this.msgId = msgId;
    }

    public String getTags() {
        return tags;
    }

    public void setTags(String tags) {
        this.tags = tags;
    }

    public String getKeys() {
        return keys;
    }

    public void setKeys(String keys) {
        this.keys = keys;
    }

    public String getStoreHost() {
        return storeHost;
    }

    public void setStoreHost(String storeHost) {
        this.storeHost = storeHost;
    }

    public String getClientHost() {
        return clientHost;
    }

    public void setClientHost(String clientHost) {
        this.clientHost = clientHost;
    }

    /** Milliseconds. */
    public int getCostTime() {
        return costTime;
    }

    public void setCostTime(int costTime) {
        this.costTime = costTime;
    }

    /** Pub, SubAfter … */
    public String getMsgType() {
        return msgType;
    }

    public void setMsgType(String msgType) {
        this.msgType = msgType;
    }

    public String getOffSetMsgId() {
        return offSetMsgId;
    }

    public void setOffSetMsgId(String offSetMsgId) {
        this.offSetMsgId = offSetMsgId;
    }

    /** Milliseconds. */
    public long getTimeStamp() {
        return timeStamp;
    }

    public void setTimeStamp(long timeStamp) {
        this.timeStamp = timeStamp;
    }

    /** Milliseconds. */
    public long getBornTime() {
        return bornTime;
    }

    public void setBornTime(long bornTime) {
        this.bornTime = bornTime;
    }

    public String getTopic() {
        return topic;
    }

    public void setTopic(String topic) {
        this.topic = topic;
    }

    public String getGroupName() {
        return groupName;
    }

    public void setGroupName(String groupName) {
        this.groupName = groupName;
    }

    /** success or failed. */
    public String getStatus() {
        return status;
    }

    public void setStatus(String status) {
        this.status = status;
    }

    /**
     * What is told of one message.
     *
     * @param key the producer's id of the message
     * @param messageExt a message of the trace topic
     */
    public static List<TraceView> decodeFromTraceTransData(String key, MessageExt messageExt) {
        List<TraceView> views = new ArrayList<>();
        String text = new String(messageExt.getBody(), StandardCharsets.UTF_8);
        for (TraceContext context : TraceDataEncoder.decoderFromTraceDataString(text)) {
            TraceBean bean = context.getTraceBeans().get(0);
            if (bean.getMsgId().equals(key)) {
                views.add(view(context, bean, messageExt));
            }
        }
        return views;
    }

    private static TraceView view(TraceContext context, TraceBean bean, MessageExt traceMessage) {
        TraceView view = new TraceView();
        view.setMsgId(bean.getMsgId());
        view.setTags(bean.getTags());
        view.setKeys(bean.getKeys());
        view.setStoreHost(bean.getStoreHost());
        view.setClientHost(traceMessage.getBornHostString());
        view.setCostTime(context.getCostTime());
        view.setMsgType(context.getTraceType().name());
        view.setOffSetMsgId(bean.getOffsetMsgId());
        view.setTimeStamp(context.getTimeStamp());
        view.setBornTime(traceMessage.getBornTimestamp());
        view.setTopic(bean.getTopic());
        view.setGroupName(context.getGroupName());
        view.setStatus(context.isSuccess() ? "success" : "failed");
        return view;
    }
}
