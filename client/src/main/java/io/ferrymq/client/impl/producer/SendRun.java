package io.ferrymq.client.impl.producer;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.hook.SendMessageContext;
import io.ferrymq.client.impl.calls.BrokerLink;
import io.ferrymq.client.impl.factory.TopicRoute;
import io.ferrymq.client.producer.SendResult;
import io.ferrymq.client.producer.SendStatus;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.ReplyCallback;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.exception.RemotingTooMuchRequestException;
import io.ferrymq.remoting.protocol.ResponseCode;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * One message on its way, synchronous and asynchronous alike: route, queue, request, answer, and again with another broker until it is stored
 * or attempts or time are used up. Each step runs where the one before ended and none blocks; the steps hand the fields on to each other.
 */
final class SendRun implements ReplyCallback {
    private static final long SLOW_LOOK_UP_MS = 1_000;
    private static final AtomicIntegerFieldUpdater<SendRun> ENDED =
            AtomicIntegerFieldUpdater.newUpdater(SendRun.class, "ended");

    private enum Phase {
        PREPARING,
        LOOKING_UP,
        WAITING
    }

    // The neighbours among the sends under way.
    SendRun next;
    SendRun previous;

    private final SendCore core;
    private final Outgoing message;
    private final SendPlan plan;
    private final SendOutcome outcome;
    private final long startNanos;
    private final int chain = (int) Thread.currentThread().getId();
    private volatile int ended;

    // Written after the fields that tell more of it.
    private volatile Phase phase = Phase.PREPARING;
    private int attempts;
    private MessageQueue queue;
    private String address;
    private long attemptNanos;
    private SendMessageContext hookContext;
    private SendFailures failures;
    private SendResult storedLessSafely;

    /** @param startNanos {@link System#nanoTime()} when the time of the plan began */
    SendRun(SendCore core, Outgoing message, SendPlan plan, SendOutcome outcome, long startNanos) {
        this.startNanos = startNanos;
        this.core = core;
        this.message = message;
        this.plan = plan;
        this.outcome = outcome;
    }

    void start() {
        core.underWay().add(this);
        if (!plan.choosesQueue()
                && core.brokers().masterAddress(plan.fixedQueue().getBrokerName()) != null) {
            // The application knows the queues already: from now on the route is kept fresh for it.
            core.routes().published(message.topic());
        }
        if (!plan.choosesQueue() || core.routes().known(message.topic()) != null) {
            stepAttempt();
        } else {
            lookUpThen(this::attempt);
        }
    }

    // A hook of the application may throw anything, checked exceptions of other languages among it, on whatever thread
    // the step runs: the send must end all the same.
    private void step(Runnable work) {
        try {
            work.run();
        } catch (Throwable e) {
            end(null, e);
        }
    }

    private void stepAttempt() {
        try {
            attempt();
        } catch (Throwable e) {
            end(null, e);
        }
    }

    private void lookUpThen(Runnable next) {
        phase = Phase.LOOKING_UP;
        long lookUpNanos = System.nanoTime();
        core.routes().lookUp(message.topic()).whenComplete((route, failure) -> {
            if (failure == null) {
                step(next);
            } else if (elapsedMs(lookUpNanos) >= SLOW_LOOK_UP_MS && leftMs() > 0) {
                // The nameservers were slow rather than sure, and the sender has more patience than one question.
                step(() -> lookUpThen(next));
            } else if (failures == null) {
                end(null, unwrapped(failure));
            } else {
                failures.addLookUp(unwrapped(failure));
                giveUp(unwrapped(failure));
            }
        });
    }

    private static Throwable unwrapped(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private void attempt() {
        if (ended != 0) {
            // The sender was told so: nothing may be stored any more that need not be.
            return;
        }
        if (!core.isRunning()) {
            end(null, core.notRunning());
            return;
        }
        long nowNanos = System.nanoTime();
        if (leftMs(nowNanos) <= 0) {
            outOfTime(null);
            return;
        }
        queue = plan.choosesQueue() ? chooseQueue() : plan.fixedQueue();
        if (queue == null) {
            lookUpThen(this::attempt);
            return;
        }
        address = core.brokers().masterAddress(queue.getBrokerName());
        if (address != null) {
            send(nowNanos);
        } else if (hasOtherBroker()) {
            // No need to ask first: the others are known, even if no nameserver answers.
            core.routes().refresh(message.topic());
            attemptAfterLookUp();
        } else {
            lookUpThen(this::attemptAfterLookUp);
        }
    }

    private void attemptAfterLookUp() {
        address = core.brokers().masterAddress(queue.getBrokerName());
        if (address != null) {
            send(System.nanoTime());
            return;
        }
        attempts++;
        attemptNanos = System.nanoTime();
        core.health().unreachable(queue.getBrokerName());
        failed(SendFailures.noMaster(queue.getBrokerName()), 0);
    }

    private MessageQueue chooseQueue() {
        TopicRoute route = core.routes().known(message.topic());
        return route == null
                ? null
                : core.chooser().choose(core.routes().published(message.topic()), route.writeQueues(), queue);
    }

    private boolean hasOtherBroker() {
        TopicRoute route = plan.choosesQueue() ? core.routes().known(message.topic()) : null;
        return route != null && route.hasSeveralBrokersToWrite();
    }

    private void send(long nowNanos) {
        long leftMs = Math.max(1, leftMs(nowNanos));
        attempts++;
        String target = core.requestAddress(address);
        if (!core.hooks().isEmpty()) {
            try {
                core.hooks().checkForbidden(message.message(), queue, target, plan.mode());
            } catch (MQClientException | RuntimeException forbidden) {
                end(null, forbidden);
                return;
            }
            hookContext = core.hooks().before(message.message(), queue, target, plan.mode());
            // Hooks may take their time, which is not the broker's.
            attemptNanos = System.nanoTime();
        } else {
            attemptNanos = nowNanos;
        }
        phase = Phase.WAITING;
        core.link().callAsync(target, core.requests().request(message, queue), attemptTimeoutMs(leftMs), this);
    }

    // One attempt that hangs must leave time for another broker, if there is one.
    private long attemptTimeoutMs(long leftMs) {
        if (!plan.choosesQueue() || attempts >= plan.attemptsMax()) {
            return leftMs;
        }
        return core.attemptTimeoutMs(leftMs, hasOtherBroker());
    }

    @Override
    public void onReply(Reply reply) {
        try {
            replied(reply);
        } catch (Throwable e) {
            end(null, e);
        }
    }

    @Override
    public boolean readsReplyAtOnce() {
        return true;
    }

    private void replied(Reply reply) {
        String broker = queue.getBrokerName();
        SendResult result;
        try {
            result = SendReplies.result(reply, message, broker);
        } catch (RuntimeException e) {
            failed(new RemotingException("answer of " + address + " cannot be read: " + e.getMessage(), e), 0);
            return;
        }
        if (result == null) {
            refused(reply, broker);
            return;
        }
        core.health().answeredSince(broker, attemptNanos);
        if (result.getSendStatus() == SendStatus.SEND_OK || !plan.insistOnStored()) {
            end(result, null);
            return;
        }
        storedLessSafely = result;
        failed(result, new MQBrokerException(reply.code(), "stored, but " + result.getSendStatus(), address), 0);
    }

    private void refused(Reply reply, String broker) {
        MQBrokerException refusal = BrokerLink.refusal(reply, address);
        boolean staleQueue = SendReplies.saysNoSuchQueue(reply, queue);
        // No other broker, and this one has said that it does not do such a thing: asking again changes nothing.
        boolean hopeless = !hasOtherBroker() && SendReplies.refusesTheKind(reply, message);
        boolean retryable = !hopeless && (staleQueue || core.mayRetry(reply.code()));
        if (retryable && !staleQueue) {
            // Other codes speak of the message, not of the broker.
            core.health().refused(broker);
        }
        if (reply.code() == ResponseCode.TOPIC_NOT_EXIST) {
            core.routes().refuted(message.topic());
        } else if (staleQueue || reply.code() == ResponseCode.NO_PERMISSION) {
            core.routes().refresh(message.topic());
        }
        if (!plan.choosesQueue() || !retryable) {
            end(storedLessSafely, storedLessSafely == null ? refusal : null);
        } else {
            // The broker needs a moment to recover, or the nameserver to hear of the change.
            boolean wait = staleQueue || reply.code() == ResponseCode.SYSTEM_BUSY;
            failed(refusal, wait ? SendCore.pauseMs(attempts) : 0);
        }
    }

    @Override
    public void onFailure(RemotingException cause) {
        step(() -> unanswered(cause));
    }

    private void unanswered(RemotingException cause) {
        if (cause instanceof RemotingTooMuchRequestException) {
            // This side's limit: it says nothing of the broker.
            failed(cause, SendCore.pauseMs(attempts));
            return;
        }
        core.health().unreachable(queue.getBrokerName());
        core.routes().refreshAfterFailure(address);
        core.routes().refresh(message.topic());
        failed(cause, 0);
    }

    private void failed(Exception cause, long pauseMs) {
        failed(null, cause, pauseMs);
    }

    private void failed(SendResult result, Exception cause, long pauseMs) {
        if (failures == null) {
            failures = new SendFailures();
        }
        failures.add(queue.getBrokerName(), elapsedMs(attemptNanos), cause);
        if (attempts >= plan.attemptsMax()) {
            giveUp(cause);
        } else if (leftMs() <= 0) {
            outOfTime(cause);
        } else {
            SendMessageContext tried = hookContext;
            hookContext = null;
            core.later(
                    tried == null ? null : () -> core.hooks().after(tried, result, cause),
                    this::stepAttempt,
                    Math.min(leftMs(), Math.max(pauseMs, pauseForSameBrokerMs())));
        }
    }

    // The same broker again at once would fail again at once; a moment later the route may be fresh or the broker back.
    private long pauseForSameBrokerMs() {
        return hasOtherBroker() ? 0 : SendCore.pauseMs(attempts);
    }

    private void outOfTime(Exception last) {
        SendFailures all = failures == null ? new SendFailures() : failures;
        if (plan.isSync() || last == null) {
            endUnlessStored(all.outOfTime(message.topic(), elapsedMs(startNanos), plan.timeoutMs(), last));
        } else {
            endUnlessStored(last);
        }
    }

    private void giveUp(Throwable last) {
        boolean summed = plan.isSync() && plan.choosesQueue();
        endUnlessStored(summed ? failures.exhausted(message.topic(), elapsedMs(startNanos), last) : last);
    }

    private void endUnlessStored(Throwable failure) {
        end(storedLessSafely, storedLessSafely == null ? failure : null);
    }

    /** Ends the run with this failure, unless it has ended; what the network still brings is ignored. */
    void abandon(Throwable failure) {
        end(null, failure);
    }

    private void end(SendResult result, Throwable failure) {
        if (ENDED.compareAndSet(this, 0, 1)) {
            core.underWay().remove(this);
            outcome.ended(result, failure);
        }
    }

    /** Runs the hooks that come after the last attempt; for the thread that delivers the outcome. */
    void afterHooks(SendResult result, Throwable failure) {
        core.hooks().after(hookContext, result, failure);
    }

    /** What the send was waiting for, for messages to users. */
    String phase() {
        return describe(phase) + ", " + elapsedMs(startNanos) + " ms of " + plan.timeoutMs() + " ms used";
    }

    private String describe(Phase now) {
        if (now == Phase.LOOKING_UP) {
            return "looking up the route of topic " + message.topic();
        }
        return now == Phase.PREPARING
                ? "preparing the message"
                : "waiting for broker " + queue.getBrokerName() + " at " + core.requestAddress(address);
    }

    /**
     * The same for all sends of a thread: those next to each other on a chain began and end one after the other, while the processor's cache still
     * has them.
     */
    int chain() {
        return chain;
    }

    private long leftMs() {
        return leftMs(System.nanoTime());
    }

    private long leftMs(long nowNanos) {
        return plan.timeoutMs() - TimeUnit.NANOSECONDS.toMillis(nowNanos - startNanos);
    }

    private static long elapsedMs(long sinceNanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNanos);
    }
}
