package io.ferrymq.client.trace;

import io.ferrymq.client.AccessChannel;
import io.ferrymq.common.Clock;
import io.ferrymq.common.message.MessageClientIDSetter;
import java.util.List;

/** One thing that happened to one message, or to several. */
public class TraceContext implements Comparable<TraceContext> {
    private TraceType traceType;
    private long timeStamp = Clock.system().nowMs();
    private String regionId = "";
    private String regionName = "";
    private String groupName = "";
    private int costTime;
    private boolean success = true;
    private String requestId = MessageClientIDSetter.createUniqID();
    private int contextCode;
    private AccessChannel accessChannel;
    private List<TraceBean> traceBeans;

    public TraceType getTraceType() {
        return traceType;
    }

    public void setTraceType(TraceType traceType) {
        this.traceType = traceType;
    }

    /** When it began, in milliseconds. */
    public long getTimeStamp() {
        return timeStamp;
    }

    public void setTimeStamp(long timeStamp) {
        this.timeStamp = timeStamp;
    }

    public String getRegionId() {
        return regionId;
    }

    public void setRegionId(String regionId) {
        this.regionId = regionId;
    }

    public String getRegionName() {
        return regionName;
    }

    public void setRegionName(String regionName) {
        this.regionName = regionName;
    }

    /** Without its namespace. */
    public String getGroupName() {
        return groupName;
    }

    public void setGroupName(String groupName) {
        this.groupName = groupName;
    }

    /** Milliseconds for each message. */
    public int getCostTime() {
        return costTime;
    }

    public void setCostTime(int costTime) {
        this.costTime = costTime;
    }

    public boolean isSuccess() {
        return success;
    }

    public void setSuccess(boolean success) {
        this.success = success;
    }

    /** The same before and after a call of a listener. */
    public String getRequestId() {
        return requestId;
    }

    public void setRequestId(String requestId) {
        this.requestId = requestId;
    }

    /** How a listener's call ended: the number of its ConsumeReturnType. */
    public int getContextCode() {
        return contextCode;
    }

    public void setContextCode(int contextCode) {
        this.contextCode = contextCode;
    }

    public AccessChannel getAccessChannel() {
        return accessChannel;
    }

    public void setAccessChannel(AccessChannel accessChannel) {
        this.accessChannel = accessChannel;
    }

    /** The messages. */
    public List<TraceBean> getTraceBeans() {
        return traceBeans;
    }

    public void setTraceBeans(List<TraceBean> traceBeans) {
        this.traceBeans = traceBeans;
    }

    /** By time. */
    @Override
    public int compareTo(TraceContext other) {
        return Long.compare(timeStamp, other.timeStamp);
    }
}
