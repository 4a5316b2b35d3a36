package io.ferrymq.client.producer;

import io.ferrymq.client.ClientConfig;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.compression.CompressionType;
import io.ferrymq.common.compression.Compressor;
import io.ferrymq.common.compression.CompressorFactory;
import io.ferrymq.common.topic.TopicValidator;
import io.ferrymq.remoting.protocol.ResponseCode;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.ExecutorService;

/** The properties of producers (RocketMQ client facts, section producer defaults). They may be changed while the producer runs. */
public abstract class ProducerConfig extends ClientConfig {
    private static final int BACK_PRESSURE_MIN_MESSAGES = 10;
    private static final int BACK_PRESSURE_MIN_BYTES = 1024 * 1024;
    private static final int BATCH_DELAY_MAX_MS = 30_000;
    private static final long BATCH_MAX_BYTES = 2L * 1024 * 1024;

    private String producerGroup = MixAll.DEFAULT_PRODUCER_GROUP;
    private List<String> topics = List.of();
    private String createTopicKey = TopicValidator.AUTO_CREATE_TOPIC_KEY_TOPIC;
    private int defaultTopicQueueNums = 4;
    private int sendMsgTimeout = 3000;
    private int sendMsgMaxTimeoutPerRequest = -1;
    private int compressMsgBodyOverHowmuch = 4096;
    private int retryTimesWhenSendFailed = 2;
    private int retryTimesWhenSendAsyncFailed = 2;
    private boolean retryAnotherBrokerWhenNotStoreOK = false;
    private int maxMessageSize = 4 * 1024 * 1024;
    private boolean enableBackpressureForAsyncMode = false;
    private int backPressureForAsyncSendNum = 1024;
    private int backPressureForAsyncSendSize = 100 * 1024 * 1024;
    private boolean autoBatch = false;
    private int batchMaxDelayMs = 10;
    private long batchMaxBytes = 32 * 1024;
    private long totalBatchMaxBytes = 32 * 1024 * 1024;
    private int compressLevel = Integer.getInteger("rocketmq.message.compressLevel", 5);
    private CompressionType compressType =
            CompressionType.of(System.getProperty("rocketmq.message.compressType", "ZLIB"));
    private final Set<Integer> retryResponseCodes = new CopyOnWriteArraySet<>(Set.of(
            ResponseCode.TOPIC_NOT_EXIST,
            ResponseCode.SERVICE_NOT_AVAILABLE,
            ResponseCode.SYSTEM_ERROR,
            ResponseCode.SYSTEM_BUSY,
            ResponseCode.NO_PERMISSION,
            ResponseCode.NO_BUYER_ID,
            ResponseCode.NOT_IN_CURRENT_UNIT,
            ResponseCode.GO_AWAY));
    private boolean sendLatencyFaultEnable = isSendLatencyEnable();
    private long[] latencyMax = {50, 100, 550, 1_800, 3_000, 5_000, 15_000};
    private long[] notAvailableDuration = {0, 0, 2_000, 5_000, 6_000, 10_000, 30_000};
    private ExecutorService callbackExecutor;
    private ExecutorService asyncSenderExecutor;

    public String getProducerGroup() {
        return producerGroup;
    }

    public void setProducerGroup(String producerGroup) {
        this.producerGroup = producerGroup;
    }

    /** Topics whose routes are fetched at start. */
    public List<String> getTopics() {
        return topics;
    }

    public void setTopics(List<String> topics) {
        this.topics = List.copyOf(topics);
    }

    /** The template of topics that brokers create when a message for them arrives. */
    public String getCreateTopicKey() {
        return createTopicKey;
    }

    public void setCreateTopicKey(String createTopicKey) {
        this.createTopicKey = createTopicKey;
    }

    /** Queues a broker of such topics. */
    public int getDefaultTopicQueueNums() {
        return defaultTopicQueueNums;
    }

    public void setDefaultTopicQueueNums(int defaultTopicQueueNums) {
        this.defaultTopicQueueNums = defaultTopicQueueNums;
    }

    /** For all attempts together. */
    public int getSendMsgTimeout() {
        return sendMsgTimeout;
    }

    public void setSendMsgTimeout(int sendMsgTimeout) {
        this.sendMsgTimeout = sendMsgTimeout;
    }

    /** For one attempt while others may follow; -1 takes half of what is left when there is another broker. */
    public int getSendMsgMaxTimeoutPerRequest() {
        return sendMsgMaxTimeoutPerRequest;
    }

    public void setSendMsgMaxTimeoutPerRequest(int sendMsgMaxTimeoutPerRequest) {
        this.sendMsgMaxTimeoutPerRequest = sendMsgMaxTimeoutPerRequest;
    }

    /** Bodies of this size or more are compressed. */
    public int getCompressMsgBodyOverHowmuch() {
        return compressMsgBodyOverHowmuch;
    }

    public void setCompressMsgBodyOverHowmuch(int compressMsgBodyOverHowmuch) {
        this.compressMsgBodyOverHowmuch = compressMsgBodyOverHowmuch;
    }

    /** Attempts after the first, of synchronous sends. */
    public int getRetryTimesWhenSendFailed() {
        return retryTimesWhenSendFailed;
    }

    public void setRetryTimesWhenSendFailed(int retryTimesWhenSendFailed) {
        this.retryTimesWhenSendFailed = retryTimesWhenSendFailed;
    }

    /** Attempts after the first, of asynchronous sends. */
    public int getRetryTimesWhenSendAsyncFailed() {
        return retryTimesWhenSendAsyncFailed;
    }

    public void setRetryTimesWhenSendAsyncFailed(int retryTimesWhenSendAsyncFailed) {
        this.retryTimesWhenSendAsyncFailed = retryTimesWhenSendAsyncFailed;
    }

    /** Whether a synchronous send goes on when the message is stored but not as safely as wanted. */
    public boolean isRetryAnotherBrokerWhenNotStoreOK() {
        return retryAnotherBrokerWhenNotStoreOK;
    }

    public void setRetryAnotherBrokerWhenNotStoreOK(boolean retryAnotherBrokerWhenNotStoreOK) {
        this.retryAnotherBrokerWhenNotStoreOK = retryAnotherBrokerWhenNotStoreOK;
    }

    /** Largest body in bytes, before compression. */
    public int getMaxMessageSize() {
        return maxMessageSize;
    }

    public void setMaxMessageSize(int maxMessageSize) {
        this.maxMessageSize = maxMessageSize;
    }

    /** Whether asynchronous sends are limited to the two limits below rather than to the built-in ones. */
    public boolean isEnableBackpressureForAsyncMode() {
        return enableBackpressureForAsyncMode;
    }

    public void setEnableBackpressureForAsyncMode(boolean enableBackpressureForAsyncMode) {
        this.enableBackpressureForAsyncMode = enableBackpressureForAsyncMode;
    }

    public int getBackPressureForAsyncSendNum() {
        return backPressureForAsyncSendNum;
    }

    public void setBackPressureForAsyncSendNum(int backPressureForAsyncSendNum) {
        this.backPressureForAsyncSendNum = Math.max(backPressureForAsyncSendNum, BACK_PRESSURE_MIN_MESSAGES);
    }

    public int getBackPressureForAsyncSendSize() {
        return backPressureForAsyncSendSize;
    }

    public void setBackPressureForAsyncSendSize(int backPressureForAsyncSendSize) {
        this.backPressureForAsyncSendSize = Math.max(backPressureForAsyncSendSize, BACK_PRESSURE_MIN_BYTES);
    }

    /** Whether messages that allow it are gathered to batches; each still has its own result. */
    public boolean getAutoBatch() {
        return autoBatch;
    }

    /** Applies to the sends without a timeout of their own, synchronous and asynchronous. */
    public void setAutoBatch(boolean autoBatch) {
        this.autoBatch = autoBatch;
    }

    public int getBatchMaxDelayMs() {
        return batchMaxDelayMs;
    }

    /** @param holdMs how long a message may wait for others, 1 to 30,000 ms; a batch that is full does not wait */
    public void batchMaxDelayMs(int holdMs) {
        batchMaxDelayMs = (int) inRange("batchMaxDelayMs", holdMs, BATCH_DELAY_MAX_MS);
    }

    public long getBatchMaxBytes() {
        return batchMaxBytes;
    }

    /** @param holdBytes size of a full batch as it is sent, 1 to 2,097,152 bytes (2 MiB); larger messages go on their own */
    public void batchMaxBytes(long holdBytes) {
        batchMaxBytes = inRange("batchMaxBytes", holdBytes, BATCH_MAX_BYTES);
    }

    public long getTotalBatchMaxBytes() {
        return totalBatchMaxBytes;
    }

    /** @param totalHoldBytes of all messages that wait for others, over all producers of the client id; beyond it messages go on their own */
    public void totalBatchMaxBytes(long totalHoldBytes) {
        totalBatchMaxBytes = inRange("totalBatchMaxBytes", totalHoldBytes, Long.MAX_VALUE);
    }

    private static long inRange(String property, long value, long max) {
        if (value <= 0 || value > max) {
            throw new IllegalArgumentException(property + " is " + value + ", it must be from 1 to " + max);
        }
        return value;
    }

    public int getCompressLevel() {
        return compressLevel;
    }

    public void setCompressLevel(int compressLevel) {
        this.compressLevel = compressLevel;
    }

    public CompressionType getCompressType() {
        return compressType;
    }

    public void setCompressType(CompressionType compressType) {
        this.compressType = compressType;
    }

    /** The codec of the compression type. */
    public Compressor getCompressor() {
        return CompressorFactory.getCompressor(compressType);
    }

    /** Codes of brokers after which a send is tried again. */
    public Set<Integer> getRetryResponseCodes() {
        return retryResponseCodes;
    }

    public void addRetryResponseCode(int responseCode) {
        retryResponseCodes.add(responseCode);
    }

    /** Whether brokers that were slow or failed are avoided for a time. */
    public boolean isSendLatencyFaultEnable() {
        return sendLatencyFaultEnable;
    }

    public void setSendLatencyFaultEnable(boolean sendLatencyFaultEnable) {
        this.sendLatencyFaultEnable = sendLatencyFaultEnable;
    }

    /** Steps of latency (milliseconds), each with its time of avoidance. */
    public long[] getLatencyMax() {
        return latencyMax.clone();
    }

    public void setLatencyMax(long[] latencyMax) {
        this.latencyMax = latencyMax.clone();
    }

    public long[] getNotAvailableDuration() {
        return notAvailableDuration.clone();
    }

    public void setNotAvailableDuration(long[] notAvailableDuration) {
        this.notAvailableDuration = notAvailableDuration.clone();
    }

    public boolean isSendMessageWithVIPChannel() {
        return isVipChannelEnabled();
    }

    public void setSendMessageWithVIPChannel(boolean sendMessageWithVIPChannel) {
        setVipChannelEnabled(sendMessageWithVIPChannel);
    }

    /** Where callbacks run; null for the client's own threads. */
    public ExecutorService getCallbackExecutor() {
        return callbackExecutor;
    }

    public void setCallbackExecutor(ExecutorService callbackExecutor) {
        this.callbackExecutor = callbackExecutor;
    }

    /** Where asynchronous sends are prepared; null for the caller's thread. */
    public ExecutorService getAsyncSenderExecutor() {
        return asyncSenderExecutor;
    }

    public void setAsyncSenderExecutor(ExecutorService asyncSenderExecutor) {
        this.asyncSenderExecutor = asyncSenderExecutor;
    }
}
