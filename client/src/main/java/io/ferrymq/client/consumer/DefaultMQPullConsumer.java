package io.ferrymq.client.consumer;

import io.ferrymq.client.QueryResult;
import io.ferrymq.client.consumer.store.OffsetStore;
import io.ferrymq.client.consumer.store.ReadOffsetType;
import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.hook.ConsumeMessageHook;
import io.ferrymq.client.hook.FilterMessageHook;
import io.ferrymq.client.impl.MQAdminImpl;
import io.ferrymq.client.impl.consumer.Decoding;
import io.ferrymq.client.impl.consumer.DefaultMQPullConsumerImpl;
import io.ferrymq.client.impl.consumer.Ending;
import io.ferrymq.client.impl.consumer.Group;
import io.ferrymq.client.impl.consumer.PullConsumerSpec;
import io.ferrymq.client.impl.consumer.PullEngine;
import io.ferrymq.client.impl.consumer.PullOrder;
import io.ferrymq.client.impl.consumer.SubscriptionTable;
import io.ferrymq.client.impl.factory.ClientInstance;
import io.ferrymq.client.impl.factory.ClientInstances;
import io.ferrymq.client.impl.trace.Tracing;
import io.ferrymq.client.trace.AsyncTraceDispatcher;
import io.ferrymq.client.trace.TraceDispatcher;
import io.ferrymq.client.trace.hook.ConsumeMessageTraceHookImpl;
import io.ferrymq.common.ServiceState;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.RPCHook;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.protocol.filter.FilterAPI;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/**
 * Pulls what the application orders, when it orders it; the application keeps its positions itself, with the help of
 * {@link #updateConsumeOffset} and {@link #fetchConsumeOffset} (client §35). For new applications there is {@link DefaultLitePullConsumer}.
 */
@Deprecated
public class DefaultMQPullConsumer extends PullConsumerConfig implements MQPullConsumer {
    private static final long UNREADABLE = -2;

    private final RPCHook rpcHook;
    private final SubscriptionTable subscriptions = new SubscriptionTable();
    private final SubscriptionTable registered = new SubscriptionTable();
    private final List<ConsumeMessageHook> consumeHooks = new CopyOnWriteArrayList<>();
    private final List<FilterMessageHook> filterHooks = new CopyOnWriteArrayList<>();
    /** For subclasses, as in the published client. */
    protected final DefaultMQPullConsumerImpl defaultMQPullConsumerImpl =
            new DefaultMQPullConsumerImpl(consumeHooks, filterHooks);

    private final PullOrders orders = new PullOrders(this);
    // CREATE_JUST → RUNNING → SHUTDOWN_ALREADY; a start that fails leaves it START_FAILED.
    private volatile ServiceState state = ServiceState.CREATE_JUST;
    private ClientInstance instance;
    private AsyncTraceDispatcher traces;
    private volatile PullEngine engine;
    private volatile PullEngine ended;
    private final Ending ending = new Ending();

    public DefaultMQPullConsumer() {
        this(null, (RPCHook) null);
    }

    public DefaultMQPullConsumer(String consumerGroup) {
        this(consumerGroup, (RPCHook) null);
    }

    public DefaultMQPullConsumer(RPCHook rpcHook) {
        this(null, rpcHook);
    }

    /**
     * @param consumerGroup null for the one that has to be changed before the start
     * @param rpcHook sees every request; null for none
     */
    public DefaultMQPullConsumer(String consumerGroup, RPCHook rpcHook) {
        this.rpcHook = rpcHook;
        if (consumerGroup != null) {
            setConsumerGroup(consumerGroup);
        }
        setEnableStreamRequestType(true);
    }

    @Deprecated
    public DefaultMQPullConsumer(String namespace, String consumerGroup, RPCHook rpcHook) {
        this(consumerGroup, rpcHook);
        setNamespace(namespace);
    }

    @Override
    public synchronized void start() throws MQClientException {
        if (state != ServiceState.CREATE_JUST) {
            throw new MQClientException(
                    "The PullConsumer service state not OK, maybe started once, state: " + state, null);
        }
        PushConsumerChecks.group(getConsumerGroup());
        PushConsumerChecks.present("messageModel", getMessageModel());
        PushConsumerChecks.present("allocateMessageQueueStrategy", getAllocateMessageQueueStrategy());
        LitePullConsumerChecks.suspend(getConsumerTimeoutMillisWhenSuspend(), getBrokerSuspendMaxTimeMillis());
        for (String topic : getRegisterTopics()) {
            subscriptions.put(PullOrders.subscription(withNamespace(topic), null));
        }
        registered.all().forEach(subscriptions::put);
        if (getMessageModel() == MessageModel.CLUSTERING) {
            changeInstanceNameToPID();
        }
        Group group = new Group(
                withNamespace(getConsumerGroup()),
                getNamespace(),
                buildMQClientId(),
                getMessageModel(),
                ConsumeFromWhere.CONSUME_FROM_LAST_OFFSET,
                0,
                isUnitMode(),
                getAccessChannel());
        instance = ClientInstances.shared().acquire(this, rpcHook);
        PullEngine starting = new PullEngine(spec(group), instance);
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

    private PullConsumerSpec spec(Group group) {
        return new PullConsumerSpec(
                group,
                subscriptions,
                super.getOffsetStore(),
                new Decoding(isDecodeReadBody(), isDecodeDecompressBody()),
                isEnableRebalance(),
                consumeHooks,
                filterHooks,
                this::getAllocateMessageQueueStrategy,
                () -> bare(getMessageQueueListener()),
                () -> PullConsumerProperties.of(this));
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

    private PullEngine running() throws MQClientException {
        PullEngine now = engine;
        if (now == null) {
            throw new MQClientException("The consumer is not in running status, " + state, null);
        }
        return now;
    }

    /** Takes hooks. */
    @Deprecated
    public DefaultMQPullConsumerImpl getDefaultMQPullConsumerImpl() {
        return defaultMQPullConsumerImpl;
    }

    /** Where positions are kept; null before the start unless the application has set its own. */
    @Override
    public OffsetStore getOffsetStore() {
        PullEngine now = engine;
        return now == null ? super.getOffsetStore() : now.offsetStore();
    }

    @Override
    public void registerMessageQueueListener(String topic, MessageQueueListener listener) {
        getRegisterTopics().add(topic);
        if (listener != null) {
            setMessageQueueListener(listener);
        }
        PullEngine now = engine;
        if (now != null) {
            now.use(FilterAPI.buildSubscriptionData(withNamespace(topic), SubscriptionData.SUB_ALL, 0));
        }
    }

    /** Topics with expressions whose queues are shared out in the group. */
    public Set<SubscriptionData> getRegisterSubscriptions() {
        return registered.all();
    }

    /** @param selector null is everything */
    public void addRegisterSubscriptions(String topic, MessageSelector selector) throws MQClientException {
        SubscriptionData subscription = PullOrders.subscription(withNamespace(topic), selector);
        registered.put(subscription);
        PullEngine now = engine;
        if (now != null) {
            now.use(subscription);
        }
    }

    public void clearRegisterSubscriptions() {
        registered.all().forEach(subscription -> registered.remove(subscription.topic()));
    }

    private static MessageSelector tags(String subExpression) {
        return MessageSelector.byTag(subExpression);
    }

    @Override
    public PullResult pull(MessageQueue mq, String subExpression, long offset, int maxNums)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        return pull(mq, tags(subExpression), offset, maxNums);
    }

    @Override
    public PullResult pull(MessageQueue mq, String subExpression, long offset, int maxNums, long timeout)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        return pull(mq, tags(subExpression), offset, maxNums, timeout);
    }

    @Override
    public PullResult pull(MessageQueue mq, MessageSelector selector, long offset, int maxNums)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        return pull(mq, selector, offset, maxNums, getConsumerPullTimeoutMillis());
    }

    @Override
    public PullResult pull(MessageQueue mq, MessageSelector selector, long offset, int maxNums, long timeout)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        return answer(orders.atOnce(mq, selector, offset, maxNums, Integer.MAX_VALUE, timeout));
    }

    @Override
    public void pull(MessageQueue mq, String subExpression, long offset, int maxNums, PullCallback pullCallback)
            throws MQClientException, RemotingException, InterruptedException {
        pull(mq, tags(subExpression), offset, maxNums, pullCallback);
    }

    @Override
    public void pull(
            MessageQueue mq, String subExpression, long offset, int maxNums, PullCallback pullCallback, long timeout)
            throws MQClientException, RemotingException, InterruptedException {
        pull(mq, tags(subExpression), offset, maxNums, pullCallback, timeout);
    }

    @Override
    public void pull(
            MessageQueue mq,
            String subExpression,
            long offset,
            int maxNums,
            int maxSize,
            PullCallback pullCallback,
            long timeout)
            throws MQClientException, RemotingException, InterruptedException {
        call(orders.atOnce(mq, tags(subExpression), offset, maxNums, maxSize, timeout), pullCallback);
    }

    @Override
    public void pull(MessageQueue mq, MessageSelector selector, long offset, int maxNums, PullCallback pullCallback)
            throws MQClientException, RemotingException, InterruptedException {
        pull(mq, selector, offset, maxNums, pullCallback, getConsumerPullTimeoutMillis());
    }

    @Override
    public void pull(
            MessageQueue mq,
            MessageSelector selector,
            long offset,
            int maxNums,
            PullCallback pullCallback,
            long timeout)
            throws MQClientException, RemotingException, InterruptedException {
        call(orders.atOnce(mq, selector, offset, maxNums, Integer.MAX_VALUE, timeout), pullCallback);
    }

    @Override
    public PullResult pullBlockIfNotFound(MessageQueue mq, String subExpression, long offset, int maxNums)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        return answer(orders.waiting(mq, tags(subExpression), offset, maxNums));
    }

    @Override
    public void pullBlockIfNotFound(
            MessageQueue mq, String subExpression, long offset, int maxNums, PullCallback pullCallback)
            throws MQClientException, RemotingException, InterruptedException {
        call(orders.waiting(mq, tags(subExpression), offset, maxNums), pullCallback);
    }

    @Override
    public void pullBlockIfNotFoundWithMessageSelector(
            MessageQueue mq, MessageSelector selector, long offset, int maxNums, PullCallback pullCallback)
            throws MQClientException, RemotingException, InterruptedException {
        call(orders.waiting(mq, selector, offset, maxNums), pullCallback);
    }

    @Override
    public PullResult pullBlockIfNotFoundWithMessageSelector(
            MessageQueue mq, MessageSelector selector, long offset, int maxNums)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        return answer(orders.waiting(mq, selector, offset, maxNums));
    }

    private PullResult answer(PullOrder order)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        PullEngine now = running();
        now.use(order.subscription());
        return await(now.pull(order), "pulling " + order.queue() + " at " + order.offset() + " failed");
    }

    private void call(PullOrder order, PullCallback callback) throws MQClientException {
        if (callback == null) {
            throw new MQClientException("pullCallback is null", null);
        }
        PullEngine now = running();
        now.use(order.subscription());
        now.pull(order)
                .whenCompleteAsync(
                        (result, failure) -> {
                            if (failure == null) {
                                callback.onSuccess(result);
                            } else {
                                callback.onException(PullEngine.causeOf(failure));
                            }
                        },
                        instance.callbacks());
    }

    private static <T> T await(Future<T> future, String failed)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            Throwable cause = PullEngine.causeOf(e);
            if (cause instanceof MQBrokerException refused) {
                throw refused;
            }
            if (cause instanceof RemotingException unreachable) {
                throw unreachable;
            }
            if (cause instanceof MQClientException client) {
                throw client;
            }
            throw new MQClientException(failed + ": " + cause.getMessage(), cause);
        }
    }

    @Override
    public void updateConsumeOffset(MessageQueue mq, long offset) throws MQClientException {
        if (offset < 0) {
            throw new MQClientException("offset < 0: " + offset + " for " + mq, null);
        }
        running().updateOffset(queueWithNamespace(mq), offset);
    }

    @Override
    public long fetchConsumeOffset(MessageQueue mq, boolean fromStore) throws MQClientException {
        long offset = running()
                .readOffset(
                        queueWithNamespace(mq),
                        fromStore ? ReadOffsetType.READ_FROM_STORE : ReadOffsetType.MEMORY_FIRST_THEN_STORE);
        if (offset == UNREADABLE) {
            throw new MQClientException(
                    "the position of group " + getConsumerGroup() + " in " + mq + " could not be read", null);
        }
        return offset;
    }

    /** Writes the position of a queue now, and waits until the broker has it. */
    public void persist(MessageQueue mq) {
        PullEngine now = engine;
        if (now != null) {
            now.persist(queueWithNamespace(mq));
        }
    }

    @Override
    public Set<MessageQueue> fetchMessageQueuesInBalance(String topic) throws MQClientException {
        if (topic == null) {
            throw new IllegalArgumentException("topic is null");
        }
        return bare(running().inBalance(withNamespace(topic)));
    }

    @Override
    @Deprecated
    public void sendMessageBack(MessageExt msg, int delayLevel)
            throws RemotingException, MQBrokerException, InterruptedException, MQClientException {
        sendMessageBack(msg, delayLevel, null, null);
    }

    @Override
    @Deprecated
    public void sendMessageBack(MessageExt msg, int delayLevel, String brokerName)
            throws RemotingException, MQBrokerException, InterruptedException, MQClientException {
        sendMessageBack(msg, delayLevel, brokerName, null);
    }

    @Override
    @Deprecated
    public void sendMessageBack(MessageExt msg, int delayLevel, String brokerName, String consumerGroup)
            throws RemotingException, MQBrokerException, InterruptedException, MQClientException {
        if (brokerName != null) {
            msg.setBrokerName(brokerName);
        }
        String group = withNamespace(consumerGroup == null ? getConsumerGroup() : consumerGroup);
        await(
                running().giveBack(group, msg, delayLevel, getMaxReconsumeTimes()),
                "message " + msg.getMsgId() + " could not be given back");
    }

    private Set<MessageQueue> bare(Set<MessageQueue> queues) {
        Set<MessageQueue> bare = new HashSet<>();
        queues.forEach(queue -> bare.add(
                new MessageQueue(withoutNamespace(queue.getTopic()), queue.getBrokerName(), queue.getQueueId())));
        return bare;
    }

    private MessageQueueListener bare(MessageQueueListener listener) {
        return listener == null
                ? null
                : (topic, all, own) -> listener.messageQueueChanged(withoutNamespace(topic), bare(all), bare(own));
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
}
