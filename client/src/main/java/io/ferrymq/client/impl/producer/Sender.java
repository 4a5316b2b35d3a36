package io.ferrymq.client.impl.producer;

import io.ferrymq.client.Validators;
import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.hook.SendMessageContext;
import io.ferrymq.client.impl.CommunicationMode;
import io.ferrymq.client.impl.factory.TopicRoute;
import io.ferrymq.client.producer.MessageQueueSelector;
import io.ferrymq.client.producer.ProducerConfig;
import io.ferrymq.client.producer.SendCallback;
import io.ferrymq.client.producer.SendResult;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageBatch;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.exception.RemotingTooMuchRequestException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The three ways to send: waiting, being called back, not caring; each to any queue, a given one, or one that a selector takes. */
public final class Sender {
    private static final Logger LOG = LoggerFactory.getLogger(Sender.class);
    /** A call's own end may come a little late. */
    private static final long GRACE_MS = 500;

    private final SendCore core;
    private final ProducerConfig config;
    private final MessagePreparer preparer;
    private final SendPermits permits;
    private final Accumulator accumulator;

    Sender(SendCore core, ProducerConfig config, MessagePreparer preparer) {
        this.core = core;
        this.config = config;
        this.preparer = preparer;
        this.permits = new SendPermits(config);
        this.accumulator = new Accumulator(core, config, preparer, permits);
    }

    /** Sends what is gathered in batches; messages that still come go on their own. */
    void closeBatches() {
        accumulator.close();
    }

    /**
     * As part of a batch if the message allows it, else on its own; in the configured time.
     *
     * @param queue null for any
     */
    public SendResult sendGathered(Message message, MessageQueue queue)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        BatchedWait wait = new BatchedWait();
        if (!accumulator.add(message, fixed(message, queue), wait)) {
            return send(message, queue, config.getSendMsgTimeout());
        }
        long timeoutMs = (long) config.getSendMsgTimeout() + config.getBatchMaxDelayMs();
        try {
            return wait.end().get(timeoutMs + GRACE_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw Thrown.byCaller(Thrown.copyOf(e.getCause()));
        } catch (TimeoutException e) {
            throw new RemotingTooMuchRequestException(
                    "sendDefaultImpl call timeout: the batch of the message did not end within " + timeoutMs
                            + " ms (sendMsgTimeout and batchMaxDelayMs)",
                    e);
        }
    }

    /** The queue is the selector's. */
    public SendResult sendGathered(Message message, MessageQueueSelector selector, Object arg)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        Validators.checkMessage(message, config.getMaxMessageSize());
        String topic = preparer.withNamespace(message.getTopic());
        TopicRoute route = routeNow(topic, config.getSendMsgTimeout());
        return sendGathered(message, select(message, topic, route, selector, arg));
    }

    /** As part of a batch if the message allows it, else on its own; in the configured time. */
    public void sendGatheredAsync(Message message, MessageQueue queue, SendCallback callback) throws MQClientException {
        try {
            if (accumulator.add(message, fixed(message, queue), Callbacks.orNone(callback))) {
                return;
            }
        } catch (MQClientException | RuntimeException e) {
            tell(callback, e);
            return;
        }
        sendAsync(message, queue, callback, config.getSendMsgTimeout());
    }

    /** The queue is the selector's. */
    public void sendGatheredAsync(Message message, MessageQueueSelector selector, Object arg, SendCallback callback)
            throws MQClientException {
        String topic = message == null ? null : preparer.withNamespace(message.getTopic());
        TopicRoute route = topic == null ? null : core.routes().known(topic);
        if (route == null) {
            // Once, until the route has come.
            sendAsync(message, selector, arg, callback, config.getSendMsgTimeout());
            return;
        }
        MessageQueue queue;
        try {
            queue = select(message, topic, route, selector, arg);
        } catch (MQClientException e) {
            tell(callback, e);
            return;
        }
        sendGatheredAsync(message, queue, callback);
    }

    /** @param queue null for any */
    public SendResult send(Message message, MessageQueue queue, long timeoutMs)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        Outgoing outgoing = preparer.prepare(message);
        MessageQueue fixed = fixed(outgoing, queue);
        int attempts = fixed == null ? 1 + Math.max(0, config.getRetryTimesWhenSendFailed()) : 1;
        boolean insist = fixed == null && config.isRetryAnotherBrokerWhenNotStoreOK();
        return runAndWait(outgoing, new SendPlan(CommunicationMode.SYNC, fixed, attempts, insist, timeoutMs));
    }

    public SendResult send(Message message, MessageQueueSelector selector, Object arg, long timeoutMs)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        long startNanos = System.nanoTime();
        Outgoing outgoing = preparer.prepare(message);
        MessageQueue queue = select(outgoing, routeNow(outgoing.topic(), timeoutMs), selector, arg);
        long leftMs = timeoutMs - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
        if (leftMs <= 0) {
            throw new RemotingTooMuchRequestException(
                    "sendSelectImpl call timeout: route and selector took the whole " + timeoutMs + " ms");
        }
        return runAndWait(outgoing, new SendPlan(CommunicationMode.SYNC, queue, 1, false, leftMs));
    }

    private SendResult runAndWait(Outgoing outgoing, SendPlan plan)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        SyncOutcome end = new SyncOutcome();
        SendRun run = new SendRun(core, outgoing, plan, end, System.nanoTime());
        run.start();
        SendResult result = null;
        Throwable failure = null;
        try {
            if (end.await(plan.timeoutMs() + GRACE_MS)) {
                result = end.result();
                failure = end.failure();
            } else {
                failure = new RemotingTooMuchRequestException("sendDefaultImpl call timeout: " + run.phase());
                run.abandon(failure);
            }
        } catch (InterruptedException e) {
            failure = e;
            run.abandon(e);
        }
        run.afterHooks(result, failure);
        if (failure != null) {
            throw Thrown.byCaller(failure);
        }
        return result;
    }

    /** @param queue null for any */
    public void sendAsync(Message message, MessageQueue queue, SendCallback callback, long timeoutMs)
            throws MQClientException {
        long startNanos = System.nanoTime();
        handOver(callback, () -> {
            Outgoing outgoing = preparer.prepare(message);
            MessageQueue fixed = fixed(outgoing, queue);
            runAsync(outgoing, fixed, callback, timeoutMs, startNanos);
        });
    }

    public void sendAsync(
            Message message, MessageQueueSelector selector, Object arg, SendCallback callback, long timeoutMs)
            throws MQClientException {
        long startNanos = System.nanoTime();
        handOver(callback, () -> {
            Outgoing outgoing = preparer.prepare(message);
            TopicRoute route = core.routes().known(outgoing.topic());
            if (route != null) {
                runAsync(outgoing, select(outgoing, route, selector, arg), callback, timeoutMs, startNanos);
                return;
            }
            core.routes()
                    .lookUp(outgoing.topic())
                    .thenAcceptAsync(
                            found -> attemptOrTell(
                                    callback,
                                    () -> runAsync(
                                            outgoing,
                                            select(outgoing, found, selector, arg),
                                            callback,
                                            timeoutMs,
                                            startNanos)),
                            core.callbacks())
                    .exceptionally(failure -> {
                        tell(callback, failure instanceof CompletionException ? failure.getCause() : failure);
                        return null;
                    });
        });
    }

    /** Work of a send that may find that the message cannot be sent. */
    private interface Work {
        void run() throws MQClientException, InterruptedException;
    }

    private void handOver(SendCallback callback, Work work) throws MQClientException {
        ExecutorService own = config.getAsyncSenderExecutor();
        if (own == null) {
            attemptOrTell(callback, work);
            return;
        }
        try {
            own.execute(() -> attemptOrTell(callback, work));
        } catch (RejectedExecutionException e) {
            throw new MQClientException("executor rejected: asyncSenderExecutor takes no more sends", e);
        }
    }

    private void attemptOrTell(SendCallback callback, Work work) {
        try {
            work.run();
        } catch (MQClientException | RuntimeException e) {
            tell(callback, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            tell(callback, e);
        }
    }

    private void tell(SendCallback callback, Throwable failure) {
        SendCallback told = Callbacks.orNone(callback);
        Callbacks.run(core.callbacks(), () -> told.onException(failure));
    }

    private void runAsync(Outgoing outgoing, MessageQueue fixed, SendCallback callback, long timeoutMs, long startNanos)
            throws InterruptedException {
        long leftMs = leftMs(timeoutMs, startNanos);
        if (leftMs <= 0) {
            tell(
                    callback,
                    new RemotingTooMuchRequestException("DEFAULT ASYNC send call timeout: the whole " + timeoutMs
                            + " ms of the call were used before it could begin"));
            return;
        }
        int weight = outgoing.weightBytes();
        if (!permits.acquire(weight, leftMs)) {
            tell(
                    callback,
                    new RemotingTooMuchRequestException("send message tryAcquire semaphore timeout: no room within "
                            + timeoutMs + " ms, " + permits.describe()));
            return;
        }
        int attempts = 1 + Math.max(0, config.getRetryTimesWhenSendAsyncFailed());
        SendPlan plan = new SendPlan(CommunicationMode.ASYNC, fixed, attempts, false, timeoutMs);
        AsyncOutcome outcome = new AsyncOutcome(core, Callbacks.orNone(callback), permits, weight);
        SendRun run = new SendRun(core, outgoing, plan, outcome, startNanos);
        outcome.of(run);
        run.start();
    }

    private static long leftMs(long timeoutMs, long startNanos) {
        return timeoutMs - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    }

    /** @param queue null for any */
    public void sendOneway(Message message, MessageQueue queue)
            throws MQClientException, RemotingException, InterruptedException {
        Outgoing outgoing = preparer.prepare(message);
        MessageQueue fixed = fixed(outgoing, queue);
        TopicRoute route = routeNow(outgoing.topic(), config.getSendMsgTimeout());
        MessageQueue target = fixed != null
                ? fixed
                : core.chooser().choose(core.routes().published(outgoing.topic()), route.writeQueues(), null);
        oneway(outgoing, target);
    }

    public void sendOneway(Message message, MessageQueueSelector selector, Object arg)
            throws MQClientException, RemotingException, InterruptedException {
        Outgoing outgoing = preparer.prepare(message);
        oneway(outgoing, select(outgoing, routeNow(outgoing.topic(), config.getSendMsgTimeout()), selector, arg));
    }

    private void oneway(Outgoing outgoing, MessageQueue queue)
            throws MQClientException, RemotingException, InterruptedException {
        if (core.brokers().masterAddress(queue.getBrokerName()) == null) {
            lookUpNow(outgoing.topic(), config.getSendMsgTimeout());
        }
        String address = core.brokers().masterAddress(queue.getBrokerName());
        if (address == null) {
            throw SendFailures.noMaster(queue.getBrokerName());
        }
        String target = core.requestAddress(address);
        core.link().awaitRoom(target, config.getSendMsgTimeout());
        SendMessageContext context = core.hooks().isEmpty() ? null : onewayHooks(outgoing, queue, target);
        core.health().trialEnds(queue.getBrokerName());
        core.link().oneway(target, core.requests().request(outgoing, queue), failure -> {
            // Nobody is told of this message; the next ones go elsewhere.
            core.health().unreachable(queue.getBrokerName());
            core.routes().refreshAfterFailure(address);
            LOG.debug("a one-way message to broker {} is lost", queue.getBrokerName(), failure);
        });
        core.hooks().after(context, null, null);
    }

    private SendMessageContext onewayHooks(Outgoing outgoing, MessageQueue queue, String target)
            throws MQClientException {
        core.hooks().checkForbidden(outgoing.message(), queue, target, CommunicationMode.ONEWAY);
        return core.hooks().before(outgoing.message(), queue, target, CommunicationMode.ONEWAY);
    }

    /** One message of several, ready for any of the sends. */
    public MessageBatch batch(Collection<Message> messages) throws MQClientException {
        if (messages == null) {
            throw new MQClientException(
                    "Failed to initiate the MessageBatch: the collection of messages is null", null);
        }
        if (messages.stream().anyMatch(Objects::isNull)) {
            throw new MQClientException("Failed to initiate the MessageBatch: one of the messages is null", null);
        }
        try {
            return preparer.toBatch(messages, MessageBatch.generateFromList(messages));
        } catch (IllegalArgumentException | UnsupportedOperationException | NullPointerException e) {
            throw new MQClientException("Failed to initiate the MessageBatch: " + e.getMessage(), e);
        }
    }

    private TopicRoute routeNow(String topic, long timeoutMs)
            throws MQClientException, RemotingException, InterruptedException {
        TopicRoute known = core.routes().known(topic);
        return known != null ? known : lookUpNow(topic, timeoutMs);
    }

    private TopicRoute lookUpNow(String topic, long timeoutMs)
            throws MQClientException, RemotingException, InterruptedException {
        try {
            return core.routes().lookUp(topic).get(timeoutMs, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof MQClientException cause) {
                throw Thrown.hereAs(cause);
            }
            throw new MQClientException("looking up the route of topic " + topic + " failed", e.getCause());
        } catch (TimeoutException e) {
            throw new RemotingTooMuchRequestException(
                    "call timeout: looking up the route of topic " + topic + " took the whole " + timeoutMs + " ms", e);
        }
    }

    private MessageQueue fixed(Message message, MessageQueue queue) throws MQClientException {
        return queue == null || message == null ? null : fixed(preparer.withNamespace(message.getTopic()), queue);
    }

    private MessageQueue fixed(Outgoing outgoing, MessageQueue queue) throws MQClientException {
        return queue == null ? null : fixed(outgoing.topic(), queue);
    }

    private MessageQueue fixed(String messageTopic, MessageQueue queue) throws MQClientException {
        if (queue.getTopic() == null || queue.getBrokerName() == null) {
            throw new MQClientException("the message queue needs a topic and a broker name: " + queue, null);
        }
        String topic = preparer.withNamespace(queue.getTopic());
        if (!topic.equals(messageTopic)) {
            throw new MQClientException(
                    "message's topic not equal mq's topic: " + messageTopic + " and " + topic, null);
        }
        return topic.equals(queue.getTopic())
                ? queue
                : new MessageQueue(topic, queue.getBrokerName(), queue.getQueueId());
    }

    // The selector sees the topic by the application's name, in a list that it may change.
    private MessageQueue select(Outgoing outgoing, TopicRoute route, MessageQueueSelector selector, Object arg)
            throws MQClientException {
        return select(outgoing.message(), outgoing.topic(), route, selector, arg);
    }

    private MessageQueue select(
            Message message, String topic, TopicRoute route, MessageQueueSelector selector, Object arg)
            throws MQClientException {
        if (selector == null) {
            throw new MQClientException("the message queue selector is null", null);
        }
        String userTopic = message.getTopic();
        List<MessageQueue> queues = new ArrayList<>(route.writeQueues());
        if (!userTopic.equals(topic)) {
            queues.replaceAll(queue -> new MessageQueue(userTopic, queue.getBrokerName(), queue.getQueueId()));
        }
        MessageQueue selected;
        try {
            selected = selector.select(queues, message, arg);
        } catch (RuntimeException e) {
            throw new MQClientException("select message queue threw exception.", e);
        }
        if (selected == null) {
            throw new MQClientException("select message queue return null.", null);
        }
        return fixed(topic, selected);
    }
}
