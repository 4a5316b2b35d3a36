package io.ferrymq.broker.send;

import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.BrokerKeys;
import io.ferrymq.broker.replication.ReplicaOutcome;
import io.ferrymq.broker.replication.ReplicaPromise;
import io.ferrymq.broker.stats.BrokerStats;
import io.ferrymq.broker.topic.TopicTable;
import io.ferrymq.common.Clock;
import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.common.message.PropertyName;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.SendMessageResponseCodec;
import io.ferrymq.remoting.protocol.header.SendMessageResponseHeader;
import io.ferrymq.store.AppendResult;
import io.ferrymq.store.AppendResult.Appended;
import io.ferrymq.store.AppendResult.Refusal;
import io.ferrymq.store.AppendResult.Refused;
import io.ferrymq.store.Durability;
import io.ferrymq.store.HostBytes;
import io.ferrymq.store.MessageStore;
import java.util.concurrent.CompletableFuture;

/** Turns what the store says into the producer's answer: at once, or when the message is as durable as promised (spec: broker 6.3). */
public final class SendAnswers {
    private final MessageStore store;
    private final TopicTable topics;
    private final BrokerStats stats;
    private final MessageIds ids;
    private final String region;
    private final ReplicaPromise replicas;
    private final Clock clock;
    private final RefusalLog refusals = new RefusalLog();

    public SendAnswers(
            MessageStore store,
            TopicTable topics,
            ReplicaPromise replicas,
            BrokerStats stats,
            HostBytes storeHost,
            BrokerConfig initial,
            Clock clock) {
        this.clock = clock;
        this.store = store;
        this.topics = topics;
        this.stats = stats;
        this.ids = new MessageIds(storeHost);
        this.region = initial.get(BrokerKeys.REGION_ID);
        this.replicas = replicas;
    }

    /** @param queueId the queue the producer asked for, also when the message waits elsewhere for its delay */
    void answer(
            RequestContext context,
            BrokerConfig settings,
            AppendResult result,
            String topic,
            int queueId,
            PropertyBytes properties) {
        if (result instanceof Refused refused) {
            stats.putFailed();
            int code = codeOf(refused);
            if (code == ResponseCode.SERVICE_NOT_AVAILABLE || code == ResponseCode.SYSTEM_BUSY) {
                refusals.refused(topic, refused.text(), clock.nowMs());
            }
            context.respond(code, remarkOf(refused));
            return;
        }
        Appended appended = (Appended) result;
        stats.put(topic, appended.count(), appended.sizeBytes());
        if (context.isOneway()) {
            return;
        }
        SendMessageResponseHeader header = new SendMessageResponseHeader(
                appended.physicalOffsets() == null
                        ? ids.of(appended.physicalOffset())
                        : ids.of(appended.physicalOffsets()),
                queueId,
                appended.queueOffset(),
                properties.get(PropertyName.UNIQ_KEY),
                null,
                null,
                region,
                settings.isTraceOn());
        boolean waits = (settings.isSyncFlush() || replicas.isGiven()) && !properties.isFalse(PropertyName.WAIT);
        if (waits) {
            answerWhenSafe(context, settings, header, appended.logEndOffset());
        } else {
            afterTopicsAreSaved(context, header);
        }
    }

    /** Disk and slaves work side by side; the answer comes when both are done. */
    private void answerWhenSafe(
            RequestContext context, BrokerConfig settings, SendMessageResponseHeader header, long logEndOffset) {
        SafetyWait wait = new SafetyWait(outcome -> answerAs(context, settings, header, outcome));
        if (replicas.isGiven()) {
            String missing = replicas.missing(logEndOffset);
            if (missing == null) {
                replicas.whenReplicated(logEndOffset, wait::replicated);
            } else {
                wait.withoutSlaves(missing);
            }
        } else {
            wait.replicated(ReplicaOutcome.REPLICATED);
        }
        if (settings.isSyncFlush()) {
            store.whenDurable(logEndOffset, settings.syncFlushTimeoutMs(), wait::flushed);
        } else {
            wait.flushed(Durability.DURABLE);
        }
    }

    /** What slaves did not do counts before what the disk did not, unless that lost the message (spec: storage 9.8). */
    private void answerAs(
            RequestContext context, BrokerConfig settings, SendMessageResponseHeader header, SafetyWait wait) {
        if (wait.disk() == Durability.FAILED) {
            context.respond(
                    ResponseCode.SERVICE_NOT_AVAILABLE,
                    "the disk refused to take the message: it may be lost, and this broker takes no more");
        } else if (wait.missingSlaves() != null) {
            respond(context, ResponseCode.SLAVE_NOT_AVAILABLE, wait.missingSlaves(), header);
        } else if (wait.slaves() == ReplicaOutcome.TIMED_OUT) {
            respond(
                    context,
                    ResponseCode.FLUSH_SLAVE_TIMEOUT,
                    "the message is stored, but too few slaves have it after " + replicas.timeoutMs()
                            + " ms (slaveTimeout)",
                    header);
        } else if (wait.disk() == Durability.TIMED_OUT) {
            respond(
                    context,
                    ResponseCode.FLUSH_DISK_TIMEOUT,
                    "the message is stored, but not yet on disk after " + settings.syncFlushTimeoutMs()
                            + " ms (syncFlushTimeout)",
                    header);
        } else {
            afterTopicsAreSaved(context, header);
        }
    }

    /**
     * @param stored where the reply is stored, null when it is not
     * @param problem why the requester did not get it, null when it did
     */
    void answerReply(
            RequestContext context,
            BrokerConfig settings,
            AppendResult stored,
            int queueId,
            PropertyBytes properties,
            String problem) {
        boolean isStored = stored instanceof Appended;
        SendMessageResponseHeader header = new SendMessageResponseHeader(
                stored instanceof Appended appended ? ids.of(appended.physicalOffset()) : "0",
                queueId,
                isStored ? ((Appended) stored).queueOffset() : 0,
                properties.get(PropertyName.UNIQ_KEY),
                null,
                null,
                region,
                settings.isTraceOn());
        respond(context, problem == null ? ResponseCode.SUCCESS : ResponseCode.SYSTEM_ERROR, problem, header);
    }

    // A message in a topic that a crash makes the broker forget would be out of reach: a topic created for it is on
    // disk first.
    private void afterTopicsAreSaved(RequestContext context, SendMessageResponseHeader header) {
        CompletableFuture<Void> saving = topics.pendingSave();
        if (saving == null) {
            respond(context, ResponseCode.SUCCESS, null, header);
        } else {
            saving.whenComplete((saved, failure) -> respond(context, ResponseCode.SUCCESS, null, header));
        }
    }

    private static void respond(RequestContext context, int code, String remark, SendMessageResponseHeader header) {
        context.respond(new Response<>(code, remark, header, SendMessageResponseCodec.INSTANCE, null));
    }

    static String remarkOf(Refused refused) {
        return refused.reason() == Refusal.BUSY
                ? "[PC_SYNCHRONIZED]broker busy, start flow control for a while: " + refused.text()
                : refused.text();
    }

    private static int codeOf(Refused refused) {
        return switch (refused.reason()) {
            case MESSAGE_TOO_LARGE, PROPERTIES_TOO_LARGE, TOPIC_TOO_LONG, BATCH_ILLEGAL -> ResponseCode.MESSAGE_ILLEGAL;
            case QUEUE_ID_ILLEGAL -> ResponseCode.INVALID_PARAMETER;
            case BUSY -> ResponseCode.SYSTEM_BUSY;
            case DISK_FULL, NOT_WRITABLE, SHUTTING_DOWN -> ResponseCode.SERVICE_NOT_AVAILABLE;
        };
    }
}
