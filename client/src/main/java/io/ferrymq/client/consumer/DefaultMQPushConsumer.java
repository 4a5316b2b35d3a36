package io.ferrymq.client.consumer;

import io.ferrymq.client.QueryResult;
import io.ferrymq.client.consumer.listener.MessageListener;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.consumer.listener.MessageListenerOrderly;
import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.hook.ConsumeMessageHook;
import io.ferrymq.client.hook.FilterMessageHook;
import io.ferrymq.client.impl.MQAdminImpl;
import io.ferrymq.client.impl.consumer.Decoding;
import io.ferrymq.client.impl.consumer.DefaultMQPushConsumerImpl;
import io.ferrymq.client.impl.consumer.Ending;
import io.ferrymq.client.impl.consumer.Group;
import io.ferrymq.client.impl.consumer.PushConsumerEngine;
import io.ferrymq.client.impl.consumer.PushConsumerSpec;
import io.ferrymq.client.impl.consumer.PushSettings;
import io.ferrymq.client.impl.consumer.SubscriptionTable;
import io.ferrymq.client.impl.factory.ClientInstance;
import io.ferrymq.client.impl.factory.ClientInstances;
import io.ferrymq.client.impl.trace.Tracing;
import io.ferrymq.client.trace.AsyncTraceDispatcher;
import io.ferrymq.client.trace.TraceDispatcher;
import io.ferrymq.client.trace.hook.ConsumeMessageTraceHookImpl;
import io.ferrymq.common.Clock;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.ServiceState;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.common.topic.NameRules;
import io.ferrymq.remoting.RPCHook;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.protocol.filter.FilterAPI;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumes messages by calling a listener with them. Configure it, subscribe, register a listener, start; shut it down in the end. Members of
 * one group share the queues of their topics, or each of them gets every message, as the message model says. All members must subscribe the
 * same.
 */
@SuppressWarnings("InlineMeSuggester") // Deprecated methods stay what they are: the public API.
public class DefaultMQPushConsumer extends PushConsumerConfig implements MQPushConsumer {
    private static final Logger LOG = LoggerFactory.getLogger(DefaultMQPushConsumer.class);
    private static final long SHUTDOWN_DEFAULT_MAX_MS = 10_000;

    private final RPCHook rpcHook;
    private final SubscriptionTable subscriptions = new SubscriptionTable();
    private final List<ConsumeMessageHook> consumeHooks = new CopyOnWriteArrayList<>();
    private final List<FilterMessageHook> filterHooks = new CopyOnWriteArrayList<>();
    /** For subclasses, as in the published client. */
    protected final DefaultMQPushConsumerImpl defaultMQPushConsumerImpl =
            new DefaultMQPushConsumerImpl(consumeHooks, filterHooks);
    // CREATE_JUST → RUNNING → SHUTDOWN_ALREADY; a start that fails leaves it START_FAILED.
    private ServiceState state = ServiceState.CREATE_JUST;
    private final Ending ending = new Ending();
    private final LiveRanges ranges = new LiveRanges();
    private ClientInstance instance;
    private AsyncTraceDispatcher traces;
    private volatile PushConsumerEngine engine;

    public DefaultMQPushConsumer() {
        this((String) null, (RPCHook) null, null);
    }

    public DefaultMQPushConsumer(String consumerGroup) {
        this(consumerGroup, (RPCHook) null, null);
    }

    public DefaultMQPushConsumer(RPCHook rpcHook) {
        this((String) null, rpcHook, null);
    }

    public DefaultMQPushConsumer(String consumerGroup, RPCHook rpcHook) {
        this(consumerGroup, rpcHook, null);
    }

    /**
     * @param consumerGroup null for the one that has to be changed before the start
     * @param rpcHook sees every request; null for none
     * @param strategy null for the usual one
     */
    public DefaultMQPushConsumer(String consumerGroup, RPCHook rpcHook, AllocateMessageQueueStrategy strategy) {
        this.rpcHook = rpcHook;
        if (consumerGroup != null) {
            setConsumerGroup(consumerGroup);
        }
        if (strategy != null) {
            setAllocateMessageQueueStrategy(strategy);
        }
    }

    public DefaultMQPushConsumer(String consumerGroup, boolean enableMsgTrace) {
        this(consumerGroup, enableMsgTrace, null);
    }

    public DefaultMQPushConsumer(String consumerGroup, boolean enableMsgTrace, String customizedTraceTopic) {
        this(consumerGroup, null, null, enableMsgTrace, customizedTraceTopic);
    }

    /**
     * @param enableMsgTrace whether what happens to messages is written down as messages of another topic
     * @param customizedTraceTopic that topic; null for the usual one
     */
    public DefaultMQPushConsumer(
            String consumerGroup,
            RPCHook rpcHook,
            AllocateMessageQueueStrategy strategy,
            boolean enableMsgTrace,
            String customizedTraceTopic) {
        this(consumerGroup, rpcHook, strategy);
        setEnableTrace(enableMsgTrace);
        setTraceTopic(customizedTraceTopic);
    }

    @Deprecated
    public DefaultMQPushConsumer(String namespace, String consumerGroup) {
        this(namespace, consumerGroup, null, null);
    }

    @Deprecated
    public DefaultMQPushConsumer(String namespace, String consumerGroup, RPCHook rpcHook) {
        this(namespace, consumerGroup, rpcHook, null);
    }

    @Deprecated
    public DefaultMQPushConsumer(
            String namespace, String consumerGroup, RPCHook rpcHook, AllocateMessageQueueStrategy strategy) {
        this(consumerGroup, rpcHook, strategy);
        setNamespace(namespace);
    }

    @Deprecated
    public DefaultMQPushConsumer(
            String namespace,
            String consumerGroup,
            RPCHook rpcHook,
            AllocateMessageQueueStrategy strategy,
            boolean enableMsgTrace,
            String customizedTraceTopic) {
        this(consumerGroup, rpcHook, strategy, enableMsgTrace, customizedTraceTopic);
        setNamespace(namespace);
    }

    @Override
    public synchronized void start() throws MQClientException {
        if (state != ServiceState.CREATE_JUST) {
            throw new MQClientException(
                    "The PushConsumer service state not OK, maybe started once, state: " + state, null);
        }
        PushConsumerChecks.check(this);
        if (getMessageModel() == MessageModel.CLUSTERING) {
            changeInstanceNameToPID();
        }
        Group group = new Group(
                withNamespace(getConsumerGroup()),
                getNamespace(),
                buildMQClientId(),
                getMessageModel(),
                getConsumeFromWhere(),
                ConsumeTimestamp.toMs(getConsumeTimestamp()),
                isUnitMode(),
                getAccessChannel());
        if (getMessageModel() == MessageModel.CLUSTERING) {
            String retryTopic = MixAll.getRetryTopic(group.name());
            subscriptions.put(FilterAPI.buildSubscriptionData(retryTopic, SubscriptionData.SUB_ALL, nowMs()));
        }
        instance = ClientInstances.shared().acquire(this, rpcHook);
        PushConsumerEngine starting = new PushConsumerEngine(spec(group), instance);
        traces = Tracing.start(this, group.name(), TraceDispatcher.Type.CONSUME, rpcHook);
        if (traces != null) {
            consumeHooks.add(new ConsumeMessageTraceHookImpl(traces));
        }
        try {
            starting.start();
        } catch (MQClientException e) {
            endTracing();
            instance.release();
            state = starting.isDuplicate() ? ServiceState.CREATE_JUST : ServiceState.START_FAILED;
            throw e;
        }
        engine = starting;
        state = ServiceState.RUNNING;
        if (!isClientRebalance()) {
            LOG.warn(
                    "group {}: clientRebalance=false is not served, queues are shared out by the members themselves and"
                            + " messages are pulled, not popped",
                    group.name());
        }
    }

    private PushConsumerSpec spec(Group group) {
        long await = getAwaitTerminationMillisWhenShutdown();
        return new PushConsumerSpec(
                group,
                getMessageListener(),
                subscriptions,
                getOffsetStore(),
                new Decoding(isDecodeReadBody(), isDecodeDecompressBody()),
                getConsumeThreadMin(),
                getConsumeThreadMax(),
                await > 0 ? await : SHUTDOWN_DEFAULT_MAX_MS,
                consumeHooks,
                filterHooks,
                this::settings,
                this::getAllocateMessageQueueStrategy,
                this::getMessageQueueListener,
                () -> PushConsumerProperties.of(this));
    }

    private PushSettings settings() {
        return new PushSettings(
                ranges.within(
                        "pullThresholdForQueue", getPullThresholdForQueue(), 1, PushConsumerChecks.UNSIGNED_SHORT_MAX),
                ranges.within(
                        "pullThresholdForTopic", getPullThresholdForTopic(), -1, PushConsumerChecks.TOPIC_COUNT_MAX),
                ranges.within(
                        "pullThresholdSizeForQueue",
                        getPullThresholdSizeForQueue(),
                        1,
                        PushConsumerChecks.QUEUE_MIB_MAX),
                ranges.within(
                        "pullThresholdSizeForTopic",
                        getPullThresholdSizeForTopic(),
                        -1,
                        PushConsumerChecks.TOPIC_MIB_MAX),
                ranges.within(
                        "consumeConcurrentlyMaxSpan",
                        getConsumeConcurrentlyMaxSpan(),
                        1,
                        PushConsumerChecks.UNSIGNED_SHORT_MAX),
                ranges.within("pullBatchSize", getPullBatchSize(), 1, PushConsumerChecks.BATCH_MAX),
                ranges.within("pullBatchSizeInBytes", getPullBatchSizeInBytes(), 1, Integer.MAX_VALUE),
                ranges.within("pullInterval", getPullInterval(), 0, PushConsumerChecks.UNSIGNED_SHORT_MAX),
                ranges.within(
                        "consumeMessageBatchMaxSize", getConsumeMessageBatchMaxSize(), 1, PushConsumerChecks.BATCH_MAX),
                isPostSubscriptionWhenPull(),
                ranges.within(
                        "pullTimeDelayMillsWhenException", getPullTimeDelayMillsWhenException(), 0, Long.MAX_VALUE),
                getMaxReconsumeTimes(),
                getSuspendCurrentQueueTimeMillis(),
                TimeUnit.MINUTES.toMillis(ranges.within("consumeTimeout", getConsumeTimeout(), 1, Integer.MAX_VALUE)));
    }

    @Override
    public void shutdown() {
        synchronized (this) {
            state = engine == null ? state : ServiceState.SHUTDOWN_ALREADY;
        }
        if (engine != null) {
            engine.stopCalls();
            ending.run(getConsumerGroup(), engine.isOwnThread(), this::end);
        }
    }

    private void end() {
        engine.shutdown();
        endTracing();
        instance.release();
    }

    private void endTracing() {
        if (traces != null) {
            traces.shutdown();
            consumeHooks.removeIf(ConsumeMessageTraceHookImpl.class::isInstance);
        }
    }

    /** Sends the traces of this consumer; null when it is not traced or not started. */
    public synchronized TraceDispatcher getTraceDispatcher() {
        return traces;
    }

    private PushConsumerEngine running() throws MQClientException {
        PushConsumerEngine now = engine;
        if (now == null) {
            throw new MQClientException("The consumer service state not OK: it has not been started", null);
        }
        return now;
    }

    @Override
    @SuppressWarnings("overloads")
    public void registerMessageListener(MessageListenerConcurrently messageListener) {
        setMessageListener(messageListener);
    }

    @Override
    @SuppressWarnings("overloads")
    public void registerMessageListener(MessageListenerOrderly messageListener) {
        setMessageListener(messageListener);
    }

    @Override
    @Deprecated
    public void registerMessageListener(MessageListener messageListener) {
        setMessageListener(messageListener);
    }

    @Override
    public void subscribe(String topic, String subExpression) throws MQClientException {
        subscribe(topic, subExpression, FilterAPI.TAG);
    }

    @Override
    public void subscribe(String topic, MessageSelector selector) throws MQClientException {
        if (selector == null) {
            subscribe(topic, SubscriptionData.SUB_ALL, FilterAPI.TAG);
        } else {
            subscribe(topic, selector.getExpression(), selector.getExpressionType());
        }
    }

    private void subscribe(String topic, String expression, String type) throws MQClientException {
        Optional<String> wrong = NameRules.checkTopic(topic);
        if (wrong.isPresent()) {
            throw new MQClientException("subscription exception: " + wrong.get(), null);
        }
        SubscriptionData subscription;
        try {
            subscription = FilterAPI.build(withNamespace(topic), expression, type, nowMs());
        } catch (IllegalArgumentException e) {
            throw new MQClientException("subscription exception: " + e.getMessage(), e);
        }
        PushConsumerEngine now = engine;
        if (now != null) {
            now.check(subscription);
        }
        subscriptions.put(subscription);
        if (now != null) {
            now.subscriptionChanged(subscription.topic());
        }
    }

    @Override
    public void unsubscribe(String topic) {
        String full = withNamespace(topic);
        subscriptions.remove(full);
        PushConsumerEngine now = engine;
        if (now != null) {
            now.subscriptionChanged(full);
        }
    }

    /** Topic to expression. */
    public Map<String, String> getSubscription() {
        Map<String, String> byTopic = new HashMap<>();
        subscriptions.all().forEach(one -> byTopic.put(withoutNamespace(one.topic()), one.subString()));
        return byTopic;
    }

    /** Subscribes topics by tag expressions, before the start; null subscribes none. */
    @Deprecated
    public void setSubscription(Map<String, String> subscription) {
        if (subscription == null) {
            return;
        }
        subscription.forEach((topic, expression) ->
                subscriptions.put(FilterAPI.buildSubscriptionData(withNamespace(topic), expression, nowMs())));
    }

    @Override
    public void updateCorePoolSize(int corePoolSize) {
        if (corePoolSize <= 0 || corePoolSize >= getConsumeThreadMax()) {
            LOG.warn(
                    "group {}: updateCorePoolSize({}) changes nothing, it has to be between 1 and {} (below"
                            + " consumeThreadMax {})",
                    getConsumerGroup(),
                    corePoolSize,
                    getConsumeThreadMax() - 1,
                    getConsumeThreadMax());
            return;
        }
        setConsumeThreadMin(corePoolSize);
        PushConsumerEngine now = engine;
        if (now != null) {
            now.resizePool(corePoolSize);
        }
    }

    @Override
    public void suspend() {
        PushConsumerEngine now = engine;
        if (now != null) {
            now.suspend();
        }
    }

    @Override
    public void resume() {
        PushConsumerEngine now = engine;
        if (now != null) {
            now.resume();
        }
    }

    public boolean isPause() {
        PushConsumerEngine now = engine;
        return now != null && now.isSuspended();
    }

    public boolean isConsumeOrderly() {
        return getMessageListener() instanceof MessageListenerOrderly;
    }

    /** Takes hooks, as applications of RocketMQ's version 4 give them. */
    @Deprecated
    public DefaultMQPushConsumerImpl getDefaultMQPushConsumerImpl() {
        return defaultMQPushConsumerImpl;
    }

    public void registerConsumeMessageHook(ConsumeMessageHook hook) {
        consumeHooks.add(hook);
    }

    public void registerFilterMessageHook(FilterMessageHook hook) {
        filterHooks.add(hook);
    }

    @Override
    @Deprecated
    public void sendMessageBack(MessageExt msg, int delayLevel)
            throws RemotingException, MQBrokerException, InterruptedException, MQClientException {
        sendMessageBack(msg, delayLevel, null);
    }

    @Override
    public void sendMessageBack(MessageExt msg, int delayLevel, String brokerName)
            throws RemotingException, MQBrokerException, InterruptedException, MQClientException {
        if (brokerName != null) {
            msg.setBrokerName(brokerName);
        }
        msg.setTopic(withNamespace(msg.getTopic()));
        try {
            running().giveBack(msg, delayLevel).get();
        } catch (ExecutionException e) {
            throw new MQClientException("message " + msg.getMsgId() + " could not be given back", e.getCause());
        }
    }

    @Override
    public Set<MessageQueue> fetchSubscribeMessageQueues(String topic) throws MQClientException {
        return admin().fetchSubscribeMessageQueues(topic);
    }

    private MQAdminImpl admin() throws MQClientException {
        running();
        return new MQAdminImpl(instance, this::withNamespace, this::withoutNamespace);
    }

    @Override
    public void createTopic(String key, String newTopic, int queueNum) throws MQClientException {
        createTopic(key, newTopic, queueNum, 0, null);
    }

    @Override
    public void createTopic(String key, String newTopic, int queueNum, int topicSysFlag) throws MQClientException {
        createTopic(key, newTopic, queueNum, topicSysFlag, null);
    }

    @Override
    public void createTopic(String key, String newTopic, int queueNum, Map<String, String> attributes)
            throws MQClientException {
        createTopic(key, newTopic, queueNum, 0, attributes);
    }

    @Override
    public void createTopic(String key, String newTopic, int queueNum, int topicSysFlag, Map<String, String> attributes)
            throws MQClientException {
        admin().createTopic(key, newTopic, queueNum, topicSysFlag, attributes);
    }

    @Override
    public long searchOffset(MessageQueue mq, long timestamp) throws MQClientException {
        return admin().searchOffset(mq, timestamp);
    }

    @Override
    public long maxOffset(MessageQueue mq) throws MQClientException {
        return admin().maxOffset(mq);
    }

    @Override
    public long minOffset(MessageQueue mq) throws MQClientException {
        return admin().minOffset(mq);
    }

    @Override
    public long earliestMsgStoreTime(MessageQueue mq) throws MQClientException {
        return admin().earliestMsgStoreTime(mq);
    }

    @Override
    public MessageExt viewMessage(String offsetMsgId)
            throws RemotingException, MQBrokerException, InterruptedException, MQClientException {
        return admin().viewMessage(offsetMsgId);
    }

    @Override
    public MessageExt viewMessage(String topic, String msgId)
            throws RemotingException, MQBrokerException, InterruptedException, MQClientException {
        return admin().viewMessage(topic, msgId);
    }

    @Override
    public QueryResult queryMessage(String topic, String key, int maxNum, long begin, long end)
            throws MQClientException, InterruptedException {
        return admin().queryMessage(topic, key, maxNum, begin, end);
    }

    private static long nowMs() {
        return Clock.system().nowMs();
    }
}
