package io.ferrymq.client;

import io.ferrymq.common.MixAll;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.common.net.LocalAddress;
import io.ferrymq.remoting.protocol.LanguageCode;
import io.ferrymq.remoting.protocol.NamespaceUtil;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Settings that producers, consumers and admin objects have in common. Read when the object is started: objects that share a client id share
 * the settings of the first one started (RocketMQ client facts, section client configuration).
 */
public class ClientConfig {
    public static final String SEND_MESSAGE_WITH_VIP_CHANNEL_PROPERTY = "com.rocketmq.sendMessageWithVIPChannel";
    public static final String SOCKS_PROXY_CONFIG = "com.rocketmq.socks.proxy.config";
    public static final String DECODE_READ_BODY = "com.rocketmq.read.body";
    public static final String DECODE_DECOMPRESS_BODY = "com.rocketmq.decompress.body";
    public static final String SEND_LATENCY_ENABLE = "com.rocketmq.sendLatencyEnable";
    public static final String START_DETECTOR_ENABLE = "com.rocketmq.startDetectorEnable";
    public static final String HEART_BEAT_V2 = "com.rocketmq.heartbeat.v2";

    private static final String DEFAULT_INSTANCE = "DEFAULT";
    private static final String NO_PROXY = "{}";
    private String namesrvAddr =
            System.getProperty(MixAll.NAMESRV_ADDR_PROPERTY, System.getenv(MixAll.NAMESRV_ADDR_ENV));
    private String clientIP = LocalAddress.choose().getHostAddress();
    private String instanceName = System.getProperty("rocketmq.client.name", DEFAULT_INSTANCE);
    private int clientCallbackExecutorThreads = Runtime.getRuntime().availableProcessors();
    protected String namespace;
    protected String namespaceV2;
    private AccessChannel accessChannel = AccessChannel.LOCAL;
    private int pollNameServerInterval = 30_000;
    private int heartbeatBrokerInterval = 30_000;
    private int persistConsumerOffsetInterval = 5_000;
    private long pullTimeDelayMillsWhenException = 1_000;
    private boolean unitMode;
    private String unitName;
    private boolean decodeReadBody = flag(DECODE_READ_BODY, true);
    private boolean decodeDecompressBody = flag(DECODE_DECOMPRESS_BODY, true);
    private boolean vipChannelEnabled = flag(SEND_MESSAGE_WITH_VIP_CHANNEL_PROPERTY, false);
    private boolean useHeartbeatV2 = flag(HEART_BEAT_V2, false);
    private boolean useTLS = flag("tls.enable", false);
    private String socksProxyConfig = System.getProperty(SOCKS_PROXY_CONFIG, NO_PROXY);
    private int mqClientApiTimeout = 3_000;
    private int detectTimeout = 200;
    private int detectInterval = 2_000;
    private LanguageCode language = LanguageCode.JAVA;
    private boolean enableStreamRequestType;
    private boolean sendLatencyEnable = flag(SEND_LATENCY_ENABLE, false);
    private boolean startDetectorEnable = flag(START_DETECTOR_ENABLE, false);
    private boolean enableHeartbeatChannelEventListener = true;
    private boolean enableTrace;
    private String traceTopic;
    private int traceMsgBatchNum = 10;
    private int maxPageSizeInGetMetadata = 2_000;
    private boolean enableConcurrentHeartbeat;
    private int concurrentHeartbeatThreadPoolSize = Runtime.getRuntime().availableProcessors();

    private static boolean flag(String property, boolean otherwise) {
        return Boolean.parseBoolean(System.getProperty(property, Boolean.toString(otherwise)));
    }

    /** {@code clientIP@instanceName}, then the unit and the mark of streaming clients when there are such. */
    public String buildMQClientId() {
        StringBuilder id = new StringBuilder().append(clientIP).append('@').append(instanceName);
        if (unitName != null && !unitName.isBlank()) {
            id.append('@').append(unitName);
        }
        if (enableStreamRequestType) {
            id.append("@STREAM");
        }
        return id.toString();
    }

    /** Gives an object without an instance name of its own one that no other object has, here or in a twin container. */
    public void changeInstanceNameToPID() {
        if (DEFAULT_INSTANCE.equals(instanceName)) {
            // Containers often agree in address, process id and even uptime: chance tells them apart.
            long mark = System.nanoTime() ^ (ThreadLocalRandom.current().nextLong() >>> 1);
            instanceName = ProcessHandle.current().pid() + "#" + (mark & Long.MAX_VALUE);
        }
    }

    public String withNamespace(String resource) {
        return NamespaceUtil.wrapNamespace(getNamespace(), resource);
    }

    public Set<String> withNamespace(Set<String> resources) {
        Set<String> wrapped = new HashSet<>();
        resources.forEach(resource -> wrapped.add(withNamespace(resource)));
        return wrapped;
    }

    public String withoutNamespace(String resource) {
        return NamespaceUtil.withoutNamespace(resource, getNamespace());
    }

    public Set<String> withoutNamespace(Set<String> resources) {
        Set<String> bare = new HashSet<>();
        resources.forEach(resource -> bare.add(withoutNamespace(resource)));
        return bare;
    }

    public MessageQueue queueWithNamespace(MessageQueue queue) {
        String namespaceNow = getNamespace();
        return namespaceNow == null || namespaceNow.isEmpty()
                ? queue
                : new MessageQueue(withNamespace(queue.getTopic()), queue.getBrokerName(), queue.getQueueId());
    }

    public Collection<MessageQueue> queuesWithNamespace(Collection<MessageQueue> queues) {
        List<MessageQueue> wrapped = new ArrayList<>(queues.size());
        queues.forEach(queue -> wrapped.add(queueWithNamespace(queue)));
        return wrapped;
    }

    /** Takes over all settings of another object. */
    public void resetClientConfig(ClientConfig other) {
        namesrvAddr = other.namesrvAddr;
        clientIP = other.clientIP;
        instanceName = other.instanceName;
        clientCallbackExecutorThreads = other.clientCallbackExecutorThreads;
        namespace = other.namespace;
        namespaceV2 = other.namespaceV2;
        accessChannel = other.accessChannel;
        pollNameServerInterval = other.pollNameServerInterval;
        heartbeatBrokerInterval = other.heartbeatBrokerInterval;
        persistConsumerOffsetInterval = other.persistConsumerOffsetInterval;
        pullTimeDelayMillsWhenException = other.pullTimeDelayMillsWhenException;
        unitMode = other.unitMode;
        unitName = other.unitName;
        decodeReadBody = other.decodeReadBody;
        decodeDecompressBody = other.decodeDecompressBody;
        vipChannelEnabled = other.vipChannelEnabled;
        useHeartbeatV2 = other.useHeartbeatV2;
        useTLS = other.useTLS;
        socksProxyConfig = other.socksProxyConfig;
        mqClientApiTimeout = other.mqClientApiTimeout;
        detectTimeout = other.detectTimeout;
        detectInterval = other.detectInterval;
        language = other.language;
        enableStreamRequestType = other.enableStreamRequestType;
        sendLatencyEnable = other.sendLatencyEnable;
        startDetectorEnable = other.startDetectorEnable;
        enableHeartbeatChannelEventListener = other.enableHeartbeatChannelEventListener;
        enableTrace = other.enableTrace;
        traceTopic = other.traceTopic;
        traceMsgBatchNum = other.traceMsgBatchNum;
        maxPageSizeInGetMetadata = other.maxPageSizeInGetMetadata;
        enableConcurrentHeartbeat = other.enableConcurrentHeartbeat;
        concurrentHeartbeatThreadPoolSize = other.concurrentHeartbeatThreadPoolSize;
    }

    public ClientConfig cloneClientConfig() {
        ClientConfig copy = new ClientConfig();
        copy.resetClientConfig(this);
        return copy;
    }

    /** The namespace set, else the one that a cloud instance's address names, else null. */
    public String getNamespace() {
        return namespace != null && !namespace.isEmpty() ? namespace : NamespaceUtil.namespaceOfEndpoint(namesrvAddr);
    }

    public String getNamesrvAddr() {
        return namesrvAddr;
    }

    public void setNamesrvAddr(String namesrvAddr) {
        this.namesrvAddr = namesrvAddr;
    }

    public String getClientIP() {
        return clientIP;
    }

    public void setClientIP(String clientIP) {
        this.clientIP = clientIP;
    }

    public String getInstanceName() {
        return instanceName;
    }

    public void setInstanceName(String instanceName) {
        this.instanceName = instanceName;
    }

    public int getClientCallbackExecutorThreads() {
        return clientCallbackExecutorThreads;
    }

    public void setClientCallbackExecutorThreads(int clientCallbackExecutorThreads) {
        this.clientCallbackExecutorThreads = clientCallbackExecutorThreads;
    }

    public void setNamespace(String namespace) {
        this.namespace = namespace;
    }

    public String getNamespaceV2() {
        return namespaceV2;
    }

    public void setNamespaceV2(String namespaceV2) {
        this.namespaceV2 = namespaceV2;
    }

    public AccessChannel getAccessChannel() {
        return accessChannel;
    }

    public void setAccessChannel(AccessChannel accessChannel) {
        this.accessChannel = accessChannel;
    }

    public int getPollNameServerInterval() {
        return pollNameServerInterval;
    }

    public void setPollNameServerInterval(int pollNameServerInterval) {
        this.pollNameServerInterval = pollNameServerInterval;
    }

    public int getHeartbeatBrokerInterval() {
        return heartbeatBrokerInterval;
    }

    public void setHeartbeatBrokerInterval(int heartbeatBrokerInterval) {
        this.heartbeatBrokerInterval = heartbeatBrokerInterval;
    }

    public int getPersistConsumerOffsetInterval() {
        return persistConsumerOffsetInterval;
    }

    public void setPersistConsumerOffsetInterval(int persistConsumerOffsetInterval) {
        this.persistConsumerOffsetInterval = persistConsumerOffsetInterval;
    }

    public long getPullTimeDelayMillsWhenException() {
        return pullTimeDelayMillsWhenException;
    }

    public void setPullTimeDelayMillsWhenException(long pullTimeDelayMillsWhenException) {
        this.pullTimeDelayMillsWhenException = pullTimeDelayMillsWhenException;
    }

    public boolean isUnitMode() {
        return unitMode;
    }

    public void setUnitMode(boolean unitMode) {
        this.unitMode = unitMode;
    }

    public String getUnitName() {
        return unitName;
    }

    public void setUnitName(String unitName) {
        this.unitName = unitName;
    }

    public boolean isDecodeReadBody() {
        return decodeReadBody;
    }

    public void setDecodeReadBody(boolean decodeReadBody) {
        this.decodeReadBody = decodeReadBody;
    }

    public boolean isDecodeDecompressBody() {
        return decodeDecompressBody;
    }

    public void setDecodeDecompressBody(boolean decodeDecompressBody) {
        this.decodeDecompressBody = decodeDecompressBody;
    }

    public boolean isVipChannelEnabled() {
        return vipChannelEnabled;
    }

    public void setVipChannelEnabled(boolean vipChannelEnabled) {
        this.vipChannelEnabled = vipChannelEnabled;
    }

    public boolean isUseHeartbeatV2() {
        return useHeartbeatV2;
    }

    public void setUseHeartbeatV2(boolean useHeartbeatV2) {
        this.useHeartbeatV2 = useHeartbeatV2;
    }

    public boolean isUseTLS() {
        return useTLS;
    }

    public void setUseTLS(boolean useTLS) {
        this.useTLS = useTLS;
    }

    public String getSocksProxyConfig() {
        return socksProxyConfig;
    }

    public void setSocksProxyConfig(String socksProxyConfig) {
        this.socksProxyConfig = socksProxyConfig;
    }

    public int getMqClientApiTimeout() {
        return mqClientApiTimeout;
    }

    public void setMqClientApiTimeout(int mqClientApiTimeout) {
        this.mqClientApiTimeout = mqClientApiTimeout;
    }

    public int getDetectTimeout() {
        return detectTimeout;
    }

    public void setDetectTimeout(int detectTimeout) {
        this.detectTimeout = detectTimeout;
    }

    public int getDetectInterval() {
        return detectInterval;
    }

    public void setDetectInterval(int detectInterval) {
        this.detectInterval = detectInterval;
    }

    public LanguageCode getLanguage() {
        return language;
    }

    public void setLanguage(LanguageCode language) {
        this.language = language;
    }

    public boolean isEnableStreamRequestType() {
        return enableStreamRequestType;
    }

    public void setEnableStreamRequestType(boolean enableStreamRequestType) {
        this.enableStreamRequestType = enableStreamRequestType;
    }

    public boolean isSendLatencyEnable() {
        return sendLatencyEnable;
    }

    public void setSendLatencyEnable(boolean sendLatencyEnable) {
        this.sendLatencyEnable = sendLatencyEnable;
    }

    public boolean isStartDetectorEnable() {
        return startDetectorEnable;
    }

    public void setStartDetectorEnable(boolean startDetectorEnable) {
        this.startDetectorEnable = startDetectorEnable;
    }

    public boolean isEnableHeartbeatChannelEventListener() {
        return enableHeartbeatChannelEventListener;
    }

    public void setEnableHeartbeatChannelEventListener(boolean enableHeartbeatChannelEventListener) {
        this.enableHeartbeatChannelEventListener = enableHeartbeatChannelEventListener;
    }

    public boolean isEnableTrace() {
        return enableTrace;
    }

    public void setEnableTrace(boolean enableTrace) {
        this.enableTrace = enableTrace;
    }

    public String getTraceTopic() {
        return traceTopic;
    }

    public void setTraceTopic(String traceTopic) {
        this.traceTopic = traceTopic;
    }

    public int getTraceMsgBatchNum() {
        return traceMsgBatchNum;
    }

    public void setTraceMsgBatchNum(int traceMsgBatchNum) {
        this.traceMsgBatchNum = traceMsgBatchNum;
    }

    public int getMaxPageSizeInGetMetadata() {
        return maxPageSizeInGetMetadata;
    }

    public void setMaxPageSizeInGetMetadata(int maxPageSizeInGetMetadata) {
        this.maxPageSizeInGetMetadata = maxPageSizeInGetMetadata;
    }

    /** Kept for its name: heartbeats go to all brokers at once, without threads of their own. */
    public boolean isEnableConcurrentHeartbeat() {
        return enableConcurrentHeartbeat;
    }

    public void setEnableConcurrentHeartbeat(boolean enableConcurrentHeartbeat) {
        this.enableConcurrentHeartbeat = enableConcurrentHeartbeat;
    }

    /** Kept for its name. */
    public int getConcurrentHeartbeatThreadPoolSize() {
        return concurrentHeartbeatThreadPoolSize;
    }

    public void setConcurrentHeartbeatThreadPoolSize(int concurrentHeartbeatThreadPoolSize) {
        this.concurrentHeartbeatThreadPoolSize = concurrentHeartbeatThreadPoolSize;
    }

    @Override
    public String toString() {
        return "ClientConfig [namesrvAddr=" + namesrvAddr + ", clientIP=" + clientIP + ", instanceName=" + instanceName
                + ", unitName=" + unitName + ", pollNameServerInterval=" + pollNameServerInterval
                + ", heartbeatBrokerInterval=" + heartbeatBrokerInterval + ", persistConsumerOffsetInterval="
                + persistConsumerOffsetInterval + ", mqClientApiTimeout=" + mqClientApiTimeout + ", vipChannelEnabled="
                + vipChannelEnabled + ", useTLS=" + useTLS + ", namespace=" + namespace + ", namespaceV2=" + namespaceV2
                + "]";
    }
}
