package io.ferrymq.client.impl.producer;

import io.ferrymq.client.Validators;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.hook.CheckForbiddenHook;
import io.ferrymq.client.hook.EndTransactionHook;
import io.ferrymq.client.hook.SendMessageHook;
import io.ferrymq.client.impl.MQAdminImpl;
import io.ferrymq.client.impl.factory.ClientInstance;
import io.ferrymq.client.impl.factory.ClientInstances;
import io.ferrymq.client.impl.factory.ClientSettings;
import io.ferrymq.client.impl.factory.RegisteredProducer;
import io.ferrymq.client.impl.trace.Tracing;
import io.ferrymq.client.producer.ProducerConfig;
import io.ferrymq.client.producer.TransactionListener;
import io.ferrymq.client.producer.TransactionSendResult;
import io.ferrymq.client.trace.AsyncTraceDispatcher;
import io.ferrymq.client.trace.TraceDispatcher;
import io.ferrymq.client.trace.hook.EndTransactionTraceHookImpl;
import io.ferrymq.client.trace.hook.SendMessageTraceHookImpl;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.ServiceState;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.remoting.RPCHook;
import io.ferrymq.remoting.exception.RemotingSendRequestException;
import io.ferrymq.remoting.protocol.header.CheckTransactionStateRequestHeader;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of a producer: CREATE_JUST → start → RUNNING → shutdown → SHUTDOWN_ALREADY; a start that fails leads to START_FAILED, except for a
 * group that is taken, after which the object may be started again.
 */
public final class DefaultMQProducerImpl implements RegisteredProducer {
    private static final Logger LOG = LoggerFactory.getLogger(DefaultMQProducerImpl.class);
    private static final long FIRST_HEARTBEAT_MAX_MS = 1_000;
    private static final long UNREGISTER_MAX_MS = 500;
    private static final long FINISH_MAX_MS = 2_000;
    private static final long FINISH_CHECK_MS = 5;

    private final ProducerConfig config;
    private final RPCHook rpcHook;
    private final SendHooks hooks;
    private volatile ServiceState state = ServiceState.CREATE_JUST;
    private volatile Running running;
    /** While a shutdown lets sends under way finish. */
    private volatile boolean finishing;

    private volatile AsyncTraceDispatcher traces;
    private TransactionChecks checks;

    /**
     * What exists from start to shutdown.
     *
     * @param transactions null when this producer cannot answer brokers' questions about them
     */
    record Running(
            String group,
            ClientInstance instance,
            SendCore core,
            Sender sender,
            Requester requester,
            Recall recall,
            MQAdminImpl admin,
            Transactions transactions) {}

    public DefaultMQProducerImpl(ProducerConfig config, RPCHook rpcHook) {
        this.config = config;
        this.rpcHook = rpcHook;
        this.hooks = new SendHooks(this, config);
    }

    public void registerSendMessageHook(SendMessageHook hook) {
        hooks.add(hook);
    }

    public void registerCheckForbiddenHook(CheckForbiddenHook hook) {
        hooks.add(hook);
    }

    public void registerEndTransactionHook(EndTransactionHook hook) {
        hooks.add(hook);
    }

    /** Makes this a producer of transactions; before the start. */
    public synchronized void answerChecksWith(TransactionChecks transactionChecks) {
        if (state == ServiceState.CREATE_JUST) {
            checks = transactionChecks;
        }
    }

    public ServiceState getServiceState() {
        return state;
    }

    public synchronized void start() throws MQClientException {
        if (state != ServiceState.CREATE_JUST) {
            throw new MQClientException(
                    "The producer service state not OK, maybe started once, " + state
                            + ": a producer is started once; make a new one",
                    null);
        }
        state = ServiceState.START_FAILED;
        config.setProducerGroup(config.withNamespace(config.getProducerGroup()));
        String group = config.getProducerGroup();
        checkGroup(group);
        if (!MixAll.CLIENT_INNER_PRODUCER_GROUP.equals(group)) {
            config.changeInstanceNameToPID();
        }
        ClientInstance instance = ClientInstances.shared().acquire(config, rpcHook);
        try {
            instance.registerProducer(group, this);
        } catch (MQClientException taken) {
            instance.release();
            state = ServiceState.CREATE_JUST;
            throw taken;
        }
        MessagePreparer preparer = new MessagePreparer(config, config.getNamespace());
        SendCore core = new SendCore(instance, config, group, hooks, this::notRunning);
        Sender sender = new Sender(core, config, preparer);
        Transactions transactions = null;
        if (checks != null) {
            checks.start(group);
            transactions = new Transactions(group, core, sender, config, checks);
        }
        running = new Running(
                group,
                instance,
                core,
                sender,
                new Requester(instance, core, new ReplyPaths(instance, core, preparer::withNamespace)),
                new Recall(instance, group, preparer::withNamespace),
                new MQAdminImpl(instance, preparer::withNamespace, config::withoutNamespace),
                transactions);
        warnOfWhatIsNotServed();
        fetchRoutes(core);
        BrokerProbes.startFor(instance, core, config);
        state = ServiceState.RUNNING;
        // Brokers should know the group before its first message; one that hangs must not hold up the application.
        waitFor(instance.heartbeat(), FIRST_HEARTBEAT_MAX_MS);
        startTracing(group);
    }

    private void startTracing(String group) {
        AsyncTraceDispatcher dispatcher = Tracing.start(config, group, TraceDispatcher.Type.PRODUCE, rpcHook);
        if (dispatcher != null) {
            traces = dispatcher;
            hooks.add(new SendMessageTraceHookImpl(dispatcher));
            hooks.add(new EndTransactionTraceHookImpl(dispatcher));
        }
    }

    /** Null when this producer is not traced, or has not been started. */
    public AsyncTraceDispatcher traceDispatcher() {
        return traces;
    }

    private static void checkGroup(String group) throws MQClientException {
        if (group == null) {
            throw new MQClientException("producerGroup is null", null);
        }
        Validators.checkGroup(group);
        if (MixAll.DEFAULT_PRODUCER_GROUP.equals(group)) {
            throw new MQClientException(
                    "producerGroup can not equal " + MixAll.DEFAULT_PRODUCER_GROUP + ", please specify another one.",
                    null);
        }
    }

    private void warnOfWhatIsNotServed() {
        if (!"{}".equals(config.getSocksProxyConfig())) {
            LOG.warn("socksProxyConfig is set, but this version connects directly");
        }
    }

    private void fetchRoutes(SendCore core) {
        for (String topic : config.getTopics()) {
            String wrapped = config.withNamespace(topic);
            core.routes().published(wrapped);
            CompletableFuture<?> route = core.routes().lookUp(wrapped);
            try {
                route.get(config.getMqClientApiTimeout(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException e) {
                LOG.warn("topic {} has no route yet: {}", topic, e.getCause().getMessage());
            } catch (TimeoutException e) {
                LOG.warn("the route of topic {} did not come within {} ms", topic, config.getMqClientApiTimeout());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private static void waitFor(CompletableFuture<?> answers, long maxMs) {
        try {
            answers.get(maxMs, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.debug("a broker did not answer in time, going on without", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private MQClientException notRunning() {
        return state == ServiceState.RUNNING || finishing ? null : wrongState();
    }

    private MQClientException wrongState() {
        return new MQClientException(
                "The producer service state not OK, " + state
                        + (state == ServiceState.CREATE_JUST ? ": call start() first" : ": it cannot be used any more"),
                null);
    }

    /** The parts of the running producer. */
    Running running() throws MQClientException {
        Running now = running;
        if (now == null || state != ServiceState.RUNNING) {
            throw wrongState();
        }
        return now;
    }

    public Sender sender() throws MQClientException {
        return running().sender();
    }

    public Recall recall() throws MQClientException {
        return running().recall();
    }

    public Requester requester() throws MQClientException {
        return running().requester();
    }

    public MQAdminImpl admin() throws MQClientException {
        return running().admin();
    }

    /** @throws MQClientException when the message could not be stored, or there is no listener */
    public TransactionSendResult sendMessageInTransaction(Message message, TransactionListener listener, Object arg)
            throws MQClientException {
        Transactions transactions = running().transactions();
        if (transactions == null) {
            throw new MQClientException(
                    "this producer answers no questions about transactions: use TransactionMQProducer", null);
        }
        return transactions.send(message, listener, arg);
    }

    public void updateNameServers(String addresses) throws MQClientException {
        running().instance().nameServers().replace(ClientSettings.parseNameServers(addresses));
        config.setNamesrvAddr(addresses);
    }

    /** Refuses new sends, lets those under way finish for a while, then ends. Does nothing unless the producer runs. */
    public void shutdown() {
        Running last;
        synchronized (this) {
            if (state != ServiceState.RUNNING) {
                return;
            }
            finishing = true;
            state = ServiceState.SHUTDOWN_ALREADY;
            last = running;
        }
        last.sender().closeBatches();
        awaitSends(last.core());
        finishing = false;
        last.requester().close();
        waitFor(last.instance().unregisterProducer(last.group()), UNREGISTER_MAX_MS);
        for (SendRun left : last.core().underWay().all()) {
            left.abandon(new RemotingSendRequestException(
                    "producer shut down before the send completed, while " + left.phase()));
        }
        if (checks != null) {
            checks.stop();
        }
        if (traces != null) {
            traces.shutdown();
        }
        last.instance().release();
    }

    private static void awaitSends(SendCore core) {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(FINISH_MAX_MS);
        try {
            while (!core.underWay().isEmpty() && System.nanoTime() < deadlineNanos) {
                TimeUnit.MILLISECONDS.sleep(FINISH_CHECK_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Set<String> topics() {
        Running now = running;
        return now == null ? Set.of() : now.core().routes().topics();
    }

    @Override
    public void checkTransaction(
            String brokerAddress, CheckTransactionStateRequestHeader header, MessageExt halfMessage) {
        Running now = running;
        if (now != null && now.transactions() != null) {
            now.transactions().check(brokerAddress, header, halfMessage);
            return;
        }
        LOG.warn(
                "broker {} asks for transaction {} of group {}, but its producer here is not transactional",
                brokerAddress,
                header.transactionId(),
                config.getProducerGroup());
    }
}
