package io.ferrymq.client.impl.producer;

import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.impl.calls.BrokerLink;
import io.ferrymq.client.impl.factory.BrokerTable;
import io.ferrymq.client.impl.factory.ClientInstance;
import io.ferrymq.client.producer.ProducerConfig;
import io.ferrymq.common.Clock;
import io.ferrymq.common.MixAll;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** What all sends of one producer share while it runs. */
final class SendCore {
    private static final long ATTEMPT_MIN_MS = 1_000;
    private static final long PAUSE_MIN_MS = 40;
    private static final int PAUSE_DOUBLINGS_MAX = 4;

    private final ClientInstance instance;
    private final ProducerConfig config;
    private final Supplier<MQClientException> notRunning;
    private final SendHooks hooks;
    private final PublishRoutes routes;
    private final BrokerHealth health;
    private final QueueChooser chooser;
    private final SendRequests requests;
    private final SendsUnderWay underWay = new SendsUnderWay();

    /** @param notRunning null while sends are served, else why not */
    SendCore(
            ClientInstance instance,
            ProducerConfig config,
            String group,
            SendHooks hooks,
            Supplier<MQClientException> notRunning) {
        this.instance = instance;
        this.config = config;
        this.notRunning = notRunning;
        this.hooks = hooks;
        routes = new PublishRoutes(instance.routes(), config);
        health = new BrokerHealth(config, Clock.system());
        chooser = new QueueChooser(health);
        requests = new SendRequests(config, group, Clock.system());
    }

    PublishRoutes routes() {
        return routes;
    }

    BrokerTable brokers() {
        return instance.routes().brokers();
    }

    BrokerHealth health() {
        return health;
    }

    QueueChooser chooser() {
        return chooser;
    }

    SendRequests requests() {
        return requests;
    }

    SendHooks hooks() {
        return hooks;
    }

    BrokerLink link() {
        return instance.brokers().link();
    }

    SendsUnderWay underWay() {
        return underWay;
    }

    boolean isRunning() {
        return notRunning.get() == null;
    }

    MQClientException notRunning() {
        return notRunning.get();
    }

    boolean mayRetry(int responseCode) {
        return config.getRetryResponseCodes().contains(responseCode);
    }

    /** The address of a broker's port for sends. */
    String requestAddress(String brokerAddress) {
        return MixAll.brokerVIPChannel(config.isVipChannelEnabled(), brokerAddress);
    }

    /** How long an attempt may take that another one may follow. */
    long attemptTimeoutMs(long leftMs, boolean hasOtherBroker) {
        int limitMs = config.getSendMsgMaxTimeoutPerRequest();
        if (limitMs > 0) {
            return Math.min(leftMs, limitMs);
        }
        return hasOtherBroker ? Math.min(leftMs, Math.max(ATTEMPT_MIN_MS, leftMs / 2)) : leftMs;
    }

    /** The pause after so many attempts, longer each time and never the same for two clients. */
    static long pauseMs(int attempts) {
        long base = PAUSE_MIN_MS << Math.min(attempts - 1, PAUSE_DOUBLINGS_MAX);
        return base + ThreadLocalRandom.current().nextLong(base);
    }

    /** Messages that wait for others to be sent with, of all producers of the client. */
    AtomicLong waitingBatchBytes() {
        return instance.waitingBatchBytes();
    }

    /** @throws RejectedExecutionException when the client has ended */
    void schedule(Runnable check, long delayNanos) {
        instance.timer().schedule(check, delayNanos, TimeUnit.NANOSECONDS);
    }

    /**
     * Runs the next attempt: where the last one ended, unless there is a pause or hooks, which may take their time.
     *
     * @param tellHooks tells them first how the last one ended; null without hooks
     */
    void later(Runnable tellHooks, Runnable attempt, long pauseMs) {
        if (tellHooks == null) {
            later(attempt, pauseMs);
        } else {
            run(() -> {
                tellHooks.run();
                later(attempt, pauseMs);
            });
        }
    }

    void later(Runnable attempt, long pauseMs) {
        if (pauseMs <= 0) {
            run(attempt);
            return;
        }
        try {
            instance.timer().schedule(() -> run(attempt), pauseMs, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException shutDown) {
            // The attempt finds the producer shut down and says so.
            attempt.run();
        }
    }

    private void run(Runnable attempt) {
        if (hooks.isEmpty()) {
            attempt.run();
            return;
        }
        try {
            callbacks().execute(attempt);
        } catch (RejectedExecutionException fullOrShutDown) {
            attempt.run();
        }
    }

    /** Where the application's code runs. */
    Executor callbacks() {
        Executor own = config.getCallbackExecutor();
        return own == null ? instance.callbacks() : own;
    }
}
