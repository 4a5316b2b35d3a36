package io.ferrymq.client.consumer;

import io.ferrymq.client.consumer.store.OffsetStore;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.hook.ConsumeMessageHook;
import io.ferrymq.client.hook.FilterMessageHook;
import io.ferrymq.client.impl.MQAdminImpl;
import io.ferrymq.client.impl.consumer.Decoding;
import io.ferrymq.client.impl.consumer.Ending;
import io.ferrymq.client.impl.consumer.Group;
import io.ferrymq.client.impl.consumer.LitePullEngine;
import io.ferrymq.client.impl.consumer.LitePullSpec;
import io.ferrymq.client.impl.consumer.LiteSettings;
import io.ferrymq.client.impl.consumer.LiteSubscriptions;
import io.ferrymq.client.impl.consumer.TopicWatch;
import io.ferrymq.client.impl.factory.ClientInstance;
import io.ferrymq.client.impl.factory.ClientInstances;
import io.ferrymq.client.impl.factory.ClientSettings;
import io.ferrymq.client.impl.trace.Tracing;
import io.ferrymq.client.trace.AsyncTraceDispatcher;
import io.ferrymq.client.trace.TraceDispatcher;
import io.ferrymq.client.trace.hook.ConsumeMessageTraceHookImpl;
import io.ferrymq.common.Clock;
import io.ferrymq.common.ServiceState;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.common.topic.NameRules;
import io.ferrymq.remoting.RPCHook;
import io.ferrymq.remoting.protocol.filter.FilterAPI;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pulls messages in the background for an application that polls them when it likes (client §34). Either subscribe topics, whose queues the
 * members of the group share, or assign queues; start; poll; shut it down in the end.
 *
 * <p>There are no retries: what the application cannot deal with it has to keep itself, or not to commit. With automatic commits, the usual
 * setting, a poll says that the messages of the polls before are dealt with: read {@link #poll(long)}. All methods may be called from any
 * thread, but two threads that poll share that meaning: each says it for the other.
 */
public class DefaultLitePullConsumer extends LitePullConsumerConfig implements LitePullConsumer {
    private static final Logger LOG = LoggerFactory.getLogger(DefaultLitePullConsumer.class);
    private static final long UNREADABLE = -2;
    private static final long NOT_SET = -1;

    private final RPCHook rpcHook;
    private final LiteSubscriptions subscriptions = new LiteSubscriptions();
    private final TopicWatch watch = new TopicWatch(this::bare);
    private final List<ConsumeMessageHook> consumeHooks = new CopyOnWriteArrayList<>();
    private final List<FilterMessageHook> filterHooks = new CopyOnWriteArrayList<>();
    // CREATE_JUST → RUNNING → SHUTDOWN_ALREADY; a start that fails leaves it START_FAILED.
    private ServiceState state = ServiceState.CREATE_JUST;
    private ClientInstance instance;
    private AsyncTraceDispatcher traces;
    private volatile LitePullEngine engine;
    private volatile LitePullEngine ended;
    private final Ending ending = new Ending();
    private final LiveRanges ranges = new LiveRanges();

    public DefaultLitePullConsumer() {
        this(null, (RPCHook) null);
    }

    public DefaultLitePullConsumer(String consumerGroup) {
        this(consumerGroup, (RPCHook) null);
    }

    public DefaultLitePullConsumer(RPCHook rpcHook) {
        this(null, rpcHook);
    }

    /**
     * @param consumerGroup null for the one that has to be changed before the start
     * @param rpcHook sees every request; null for none
     */
    public DefaultLitePullConsumer(String consumerGroup, RPCHook rpcHook) {
        this.rpcHook = rpcHook;
        if (consumerGroup != null) {
            setConsumerGroup(consumerGroup);
        }
        setEnableStreamRequestType(true);
    }

    @Deprecated
    public DefaultLitePullConsumer(String namespace, String consumerGroup, RPCHook rpcHook) {
        this(consumerGroup, rpcHook);
        setNamespace(namespace);
    }

    @Override
    public synchronized void start() throws MQClientException {
        if (state != ServiceState.CREATE_JUST) {
            throw new MQClientException(
                    "The lite pull consumer service state not OK, maybe started once, state: " + state, null);
        }
        LitePullConsumerChecks.check(this);
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
        instance = ClientInstances.shared().acquire(this, rpcHook);
        LitePullEngine starting = new LitePullEngine(spec(group), instance);
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
    }

    private LitePullSpec spec(Group group) {
        return new LitePullSpec(
                group,
                subscriptions,
                watch,
                super.getOffsetStore(),
                new Decoding(isDecodeReadBody(), isDecodeDecompressBody()),
                getTopicMetadataCheckIntervalMillis(),
                consumeHooks,
                filterHooks,
                this::settings,
                this::getAllocateMessageQueueStrategy,
                () -> bare(getMessageQueueListener()),
                () -> LitePullConsumerProperties.of(this));
    }

    private LiteSettings settings() {
        return new LiteSettings(
                isAutoCommit(),
                getAutoCommitIntervalMillis(),
                ranges.within("pullBatchSize", getPullBatchSize(), 1, PushConsumerChecks.BATCH_MAX),
                ranges.within("pullThresholdForAll", getPullThresholdForAll(), 1, Integer.MAX_VALUE),
                ranges.within(
                        "pullThresholdForQueue", getPullThresholdForQueue(), 1, PushConsumerChecks.UNSIGNED_SHORT_MAX),
                ranges.within(
                        "pullThresholdSizeForQueue",
                        getPullThresholdSizeForQueue(),
                        1,
                        PushConsumerChecks.QUEUE_MIB_MAX),
                ranges.within("consumeMaxSpan", getConsumeMaxSpan(), 1, PushConsumerChecks.UNSIGNED_SHORT_MAX),
                getBrokerSuspendMaxTimeMillis(),
                getConsumerTimeoutMillisWhenSuspend(),
                ranges.within(
                        "pullTimeDelayMillsWhenException", getPullTimeDelayMillsWhenException(), 0, Long.MAX_VALUE),
                isConnectBrokerByUser() ? getDefaultBrokerId() : NOT_SET);
    }

    @Override
    public void shutdown() {
        synchronized (this) {
            if (engine != null) {
                state = ServiceState.SHUTDOWN_ALREADY;
                ended = engine;
                engine = null;
            }
        }
        if (ended != null) {
            ending.run(getConsumerGroup(), ended.isOwnThread(), this::end);
        }
    }

    private void end() {
        ended.shutdown();
        endTracing();
        instance.release();
    }

    private void endTracing() {
        if (traces != null) {
            traces.shutdown();
            consumeHooks.removeIf(ConsumeMessageTraceHookImpl.class::isInstance);
        }
    }

    @Override
    public boolean isRunning() {
        return engine != null;
    }

    private LitePullEngine running() {
        LitePullEngine now = engine;
        if (now == null) {
            throw new IllegalStateException("The consumer not running, please start it first; group "
                    + getConsumerGroup() + " has not been started, or was shut down");
        }
        return now;
    }

    // What the published clients do not refuse is not refused here, but told.
    private LitePullEngine orIdle(String what) {
        LitePullEngine now = engine;
        if (now == null) {
            LOG.warn("group {}: {} changes nothing, the consumer does not run", getConsumerGroup(), what);
        }
        return now;
    }

    /** Sends the traces of this consumer; null when it is not traced or not started. */
    public synchronized TraceDispatcher getTraceDispatcher() {
        return traces;
    }

    /** Where committed positions are kept; null before the start unless the application has set its own. */
    @Override
    public OffsetStore getOffsetStore() {
        LitePullEngine now = engine;
        return now == null ? super.getOffsetStore() : now.offsetStore();
    }

    /** @param hook hears of what each poll gave: at once, and again when the application is done with it */
    public void registerConsumeMessageHook(ConsumeMessageHook hook) {
        consumeHooks.add(hook);
    }

    /** @param hook may take messages out of what a pull brought */
    public void registerFilterMessageHook(FilterMessageHook hook) {
        filterHooks.add(hook);
    }

    @Override
    public void subscribe(String topic) throws MQClientException {
        subscribe(topic, SubscriptionData.SUB_ALL);
    }

    @Override
    public void subscribe(String topic, String subExpression) throws MQClientException {
        subscribe(topic, subExpression, FilterAPI.TAG, null);
    }

    @Override
    public void subscribe(String topic, String subExpression, MessageQueueListener messageQueueListener)
            throws MQClientException {
        subscribe(topic, subExpression, FilterAPI.TAG, bare(messageQueueListener));
    }

    @Override
    public void subscribe(String topic, MessageSelector selector) throws MQClientException {
        if (selector == null) {
            subscribe(topic);
        } else {
            subscribe(topic, selector.getExpression(), selector.getExpressionType(), null);
        }
    }

    private void subscribe(String topic, String expression, String type, MessageQueueListener listener)
            throws MQClientException {
        SubscriptionData subscription = subscription(topic, expression, type);
        LitePullEngine now = engine;
        try {
            subscriptions.checkSubscribing();
        } catch (IllegalStateException e) {
            throw new MQClientException("subscribe exception: " + e.getMessage(), e);
        }
        if (now != null) {
            now.check(Set.of(subscription));
        }
        subscriptions.subscribe(subscription, listener);
        if (now != null) {
            now.subscriptionChanged(subscription.topic());
        }
    }

    private SubscriptionData subscription(String topic, String expression, String type) throws MQClientException {
        Optional<String> wrong = NameRules.checkTopic(topic);
        if (wrong.isPresent()) {
            throw new MQClientException("subscribe exception: " + wrong.get(), null);
        }
        try {
            return FilterAPI.build(
                    withNamespace(topic), expression, type, Clock.system().nowMs());
        } catch (IllegalArgumentException e) {
            throw new MQClientException("subscribe exception: " + e.getMessage(), e);
        }
    }

    @Override
    public void unsubscribe(String topic) {
        String full = withNamespace(topic);
        subscriptions.unsubscribe(full);
        LitePullEngine now = engine;
        if (now != null) {
            now.subscriptionChanged(full);
        }
    }

    @Override
    public void assign(Collection<MessageQueue> messageQueues) {
        if (messageQueues == null || messageQueues.isEmpty()) {
            throw new IllegalArgumentException("Message queues can not be null or empty.");
        }
        subscriptions.assign(queuesWithNamespace(messageQueues));
        LitePullEngine now = engine;
        if (now != null) {
            now.assignedChanged();
        }
    }

    @Override
    public void setSubExpressionForAssign(String topic, String subExpression) {
        if (isRunning()) {
            throw new IllegalStateException(
                    "setSubExpressionForAssign can only be called before start, for topic " + topic);
        }
        try {
            subscriptions.wantOfAssigned(subscription(topic, subExpression, FilterAPI.TAG));
        } catch (MQClientException e) {
            throw new IllegalArgumentException(e.getErrorMessage(), e);
        }
    }

    @Override
    public synchronized void buildSubscriptionsForHeartbeat(Map<String, MessageSelector> subExpressionMap)
            throws Exception {
        Set<SubscriptionData> told = new HashSet<>();
        for (Map.Entry<String, MessageSelector> one : subExpressionMap.entrySet()) {
            MessageSelector selector =
                    one.getValue() == null ? MessageSelector.byTag(SubscriptionData.SUB_ALL) : one.getValue();
            told.add(subscription(one.getKey(), selector.getExpression(), selector.getExpressionType()));
        }
        subscriptions.tell(told);
    }

    /** What {@link #buildSubscriptionsForHeartbeat} was given last. */
    public Set<SubscriptionData> getSubscriptionsForHeartbeat() {
        return subscriptions.told();
    }

    @Override
    public Set<MessageQueue> assignment() throws MQClientException {
        LitePullEngine now = engine;
        return bare(now == null ? subscriptions.assigned() : now.assignment());
    }

    @Override
    public List<MessageExt> poll() {
        return poll(getPollTimeoutMillis());
    }

    @Override
    public List<MessageExt> poll(long timeout) {
        LitePullEngine now = running();
        if (timeout < 0) {
            throw new IllegalArgumentException("Timeout must not be negative: " + timeout);
        }
        return now.poll(timeout);
    }

    @Override
    public void seek(MessageQueue messageQueue, long offset) throws MQClientException {
        running().seek(queueWithNamespace(messageQueue), offset);
    }

    @Override
    public void seekToBegin(MessageQueue messageQueue) throws MQClientException {
        running().seekToBegin(queueWithNamespace(messageQueue));
    }

    @Override
    public void seekToEnd(MessageQueue messageQueue) throws MQClientException {
        running().seekToEnd(queueWithNamespace(messageQueue));
    }

    @Override
    public void pause(Collection<MessageQueue> messageQueues) {
        LitePullEngine now = orIdle("pause");
        if (now != null) {
            now.pause(queuesWithNamespace(messageQueues));
        }
    }

    @Override
    public void resume(Collection<MessageQueue> messageQueues) {
        LitePullEngine now = orIdle("resume");
        if (now != null) {
            now.resume(queuesWithNamespace(messageQueues));
        }
    }

    @Override
    public void commit() {
        LitePullEngine now = orIdle("commit");
        if (now != null) {
            now.commit();
        }
    }

    @Override
    public void commit(Set<MessageQueue> messageQueues, boolean persist) {
        Collection<MessageQueue> queues = queuesWithNamespace(messageQueues);
        LitePullEngine now = orIdle("commit");
        if (now == null) {
            return;
        }
        now.commit(queues);
        if (persist) {
            now.persist(queues);
        }
    }

    @Override
    public void commit(Map<MessageQueue, Long> messageQueueOffsets, boolean persist) {
        LitePullEngine now = orIdle("commit");
        if (now == null || messageQueueOffsets == null) {
            return;
        }
        Map<MessageQueue, Long> offsets = new HashMap<>();
        messageQueueOffsets.forEach((queue, offset) -> {
            if (offset != null && offset >= 0) {
                offsets.put(queueWithNamespace(queue), offset);
            }
        });
        now.commit(offsets);
        if (persist) {
            now.persist(offsets.keySet());
        }
    }

    @Override
    @Deprecated
    public void commitSync() {
        LitePullEngine now = orIdle("commitSync");
        if (now != null) {
            now.persist(now.commit());
        }
    }

    @Override
    @Deprecated
    @SuppressWarnings("InlineMeSuggester") // its annotation would be a dependency
    public void commitSync(Map<MessageQueue, Long> messageQueueOffsets, boolean persist) {
        commit(messageQueueOffsets, persist);
    }

    @Override
    public Long committed(MessageQueue messageQueue) throws MQClientException {
        long offset = running().committed(queueWithNamespace(messageQueue));
        if (offset == UNREADABLE) {
            throw new MQClientException(
                    "Fetch consume offset from broker exception: the position of group " + getConsumerGroup() + " in "
                            + messageQueue + " could not be read",
                    null);
        }
        return offset;
    }

    @Override
    public Collection<MessageQueue> fetchMessageQueues(String topic) throws MQClientException {
        return admin().fetchSubscribeMessageQueues(topic);
    }

    @Override
    public Long offsetForTimestamp(MessageQueue messageQueue, Long timestamp) throws MQClientException {
        return admin().searchOffset(messageQueue, timestamp);
    }

    private MQAdminImpl admin() {
        running();
        return new MQAdminImpl(instance, this::withNamespace, this::withoutNamespace);
    }

    @Override
    public void registerTopicMessageQueueChangeListener(String topic, TopicMessageQueueChangeListener listener)
            throws MQClientException {
        if (topic == null || listener == null) {
            throw new MQClientException("Topic or listener is null", null);
        }
        String full = withNamespace(topic);
        watch.add(full, listener);
        LitePullEngine now = engine;
        if (now != null) {
            now.watch(full);
        }
    }

    @Override
    public void updateNameServerAddress(String nameServerAddress) {
        try {
            List<String> addresses = ClientSettings.parseNameServers(nameServerAddress);
            setNamesrvAddr(nameServerAddress);
            if (isRunning()) {
                instance.nameServers().replace(addresses);
            }
        } catch (MQClientException e) {
            throw new IllegalArgumentException(e.getErrorMessage(), e);
        }
    }

    private MessageQueue bare(MessageQueue queue) {
        return getNamespace() == null
                ? queue
                : new MessageQueue(withoutNamespace(queue.getTopic()), queue.getBrokerName(), queue.getQueueId());
    }

    private Set<MessageQueue> bare(Collection<MessageQueue> queues) {
        Set<MessageQueue> bare = new HashSet<>();
        queues.forEach(queue -> bare.add(bare(queue)));
        return bare;
    }

    private MessageQueueListener bare(MessageQueueListener listener) {
        return listener == null
                ? null
                : (topic, all, own) -> listener.messageQueueChanged(withoutNamespace(topic), bare(all), bare(own));
    }
}
