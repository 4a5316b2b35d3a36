package io.ferrymq.common.message;

import io.ferrymq.common.TopicFilterType;
import io.ferrymq.common.sysflag.MessageSysFlag;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;

/** A message as it was stored: what the producer sent and what the broker added. */
public class MessageExt extends Message {
    private static final long serialVersionUID = 5720810158625748049L;

    private String brokerName;
    private int queueId;
    private int storeSize;
    private long queueOffset;
    private int sysFlag;
    private long bornTimestamp;
    private SocketAddress bornHost;
    private long storeTimestamp;
    private SocketAddress storeHost;
    private String msgId;
    private long commitLogOffset;
    private int bodyCRC;
    private int reconsumeTimes;
    private long preparedTransactionOffset;
    private Integer topicSysFlag;
    private Integer groupSysFlag;

    public MessageExt() {}

    public MessageExt(
            int queueId,
            long bornTimestamp,
            SocketAddress bornHost,
            long storeTimestamp,
            SocketAddress storeHost,
            String msgId) {
        this.queueId = queueId;
        this.bornTimestamp = bornTimestamp;
        this.bornHost = bornHost;
        this.storeTimestamp = storeTimestamp;
        this.storeHost = storeHost;
        this.msgId = msgId;
    }

    public static TopicFilterType parseTopicFilterType(int sysFlag) {
        return MessageSysFlag.check(sysFlag, MessageSysFlag.MULTI_TAGS_FLAG)
                ? TopicFilterType.MULTI_TAG
                : TopicFilterType.SINGLE_TAG;
    }

    /** Address bytes, then the port as four bytes; readable from the start. */
    public static ByteBuffer socketAddress2ByteBuffer(SocketAddress socketAddress) {
        InetSocketAddress inet = (InetSocketAddress) socketAddress;
        byte[] address = inet.getAddress().getAddress();
        ByteBuffer buffer = ByteBuffer.allocate(address.length + Integer.BYTES);
        return buffer.put(address).putInt(inet.getPort()).flip();
    }

    public ByteBuffer getBornHostBytes() {
        return socketAddress2ByteBuffer(bornHost);
    }

    public ByteBuffer getStoreHostBytes() {
        return socketAddress2ByteBuffer(storeHost);
    }

    /** The address of the producer without its port; null when it is not known. */
    public String getBornHostString() {
        InetAddress address = bornAddress();
        return address == null ? null : address.getHostAddress();
    }

    /** The host name of the producer; a look-up that may take its time. */
    public String getBornHostNameString() {
        InetAddress address = bornAddress();
        return address == null ? null : address.getHostName();
    }

    private InetAddress bornAddress() {
        return bornHost instanceof InetSocketAddress inet ? inet.getAddress() : null;
    }

    public String getBrokerName() {
        return brokerName;
    }

    public void setBrokerName(String brokerName) {
        this.brokerName = brokerName;
    }

    public int getQueueId() {
        return queueId;
    }

    public void setQueueId(int queueId) {
        this.queueId = queueId;
    }

    public int getStoreSize() {
        return storeSize;
    }

    public void setStoreSize(int storeSize) {
        this.storeSize = storeSize;
    }

    public long getQueueOffset() {
        return queueOffset;
    }

    public void setQueueOffset(long queueOffset) {
        this.queueOffset = queueOffset;
    }

    /** What the broker says of the message's topic with a pull; null when it says nothing. */
    public Integer getTopicSysFlag() {
        return topicSysFlag;
    }

    public void setTopicSysFlag(Integer topicSysFlag) {
        this.topicSysFlag = topicSysFlag;
    }

    /** What the broker says of the consumer's group with a pull; null when it says nothing. */
    public Integer getGroupSysFlag() {
        return groupSysFlag;
    }

    public void setGroupSysFlag(Integer groupSysFlag) {
        this.groupSysFlag = groupSysFlag;
    }

    public int getSysFlag() {
        return sysFlag;
    }

    public void setSysFlag(int sysFlag) {
        this.sysFlag = sysFlag;
    }

    public void setBornHostV6Flag() {
        sysFlag |= MessageSysFlag.BORNHOST_V6_FLAG;
    }

    public void setStoreHostAddressV6Flag() {
        sysFlag |= MessageSysFlag.STOREHOSTADDRESS_V6_FLAG;
    }

    public long getBornTimestamp() {
        return bornTimestamp;
    }

    public void setBornTimestamp(long bornTimestamp) {
        this.bornTimestamp = bornTimestamp;
    }

    public SocketAddress getBornHost() {
        return bornHost;
    }

    public void setBornHost(SocketAddress bornHost) {
        this.bornHost = bornHost;
    }

    public long getStoreTimestamp() {
        return storeTimestamp;
    }

    public void setStoreTimestamp(long storeTimestamp) {
        this.storeTimestamp = storeTimestamp;
    }

    public SocketAddress getStoreHost() {
        return storeHost;
    }

    public void setStoreHost(SocketAddress storeHost) {
        this.storeHost = storeHost;
    }

    public String getMsgId() {
        return msgId;
    }

    public void setMsgId(String msgId) {
        this.msgId = msgId;
    }

    public long getCommitLogOffset() {
        return commitLogOffset;
    }

    public void setCommitLogOffset(long physicOffset) {
        this.commitLogOffset = physicOffset;
    }

    public int getBodyCRC() {
        return bodyCRC;
    }

    public void setBodyCRC(int bodyCRC) {
        this.bodyCRC = bodyCRC;
    }

    public int getReconsumeTimes() {
        return reconsumeTimes;
    }

    public void setReconsumeTimes(int reconsumeTimes) {
        this.reconsumeTimes = reconsumeTimes;
    }

    public long getPreparedTransactionOffset() {
        return preparedTransactionOffset;
    }

    public void setPreparedTransactionOffset(long preparedTransactionOffset) {
        this.preparedTransactionOffset = preparedTransactionOffset;
    }

    /** The id that follows from where the message is stored, or what was set as such. */
    String brokerId() {
        return msgId;
    }

    @Override
    public String toString() {
        return "MessageExt [brokerName=" + brokerName + ", queueId=" + queueId + ", storeSize=" + storeSize
                + ", queueOffset=" + queueOffset + ", sysFlag=" + sysFlag + ", bornTimestamp=" + bornTimestamp
                + ", bornHost=" + bornHost + ", storeTimestamp=" + storeTimestamp + ", storeHost=" + storeHost
                + ", msgId=" + brokerId() + ", commitLogOffset=" + commitLogOffset + ", bodyCRC=" + bodyCRC
                + ", reconsumeTimes=" + reconsumeTimes + ", preparedTransactionOffset=" + preparedTransactionOffset
                + ", toString()=" + super.toString() + "]";
    }
}
