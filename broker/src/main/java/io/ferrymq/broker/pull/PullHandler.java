package io.ferrymq.broker.pull;

import io.ferrymq.broker.client.ConsumerTable;
import io.ferrymq.broker.client.Subscriptions;
import io.ferrymq.broker.consume.BrokerContext;
import io.ferrymq.broker.consume.ConsumingSettings;
import io.ferrymq.broker.consume.Statistics;
import io.ferrymq.broker.offset.CommitResult;
import io.ferrymq.broker.offset.ConsumerOffsets;
import io.ferrymq.broker.pull.PullDecision.Granted;
import io.ferrymq.broker.pull.PullDecision.Refused;
import io.ferrymq.common.sysflag.PullSysFlag;
import io.ferrymq.remoting.Connection;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.PullMessageRequestHeader;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.ReadResult;
import io.netty.buffer.ByteBuf;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** {@code PULL_MESSAGE} (11) and {@code LITE_PULL_MESSAGE} (361), on the event loop: checks, read, answer or wait. */
public final class PullHandler implements RequestHandler<PullMessageRequestHeader> {
    /** No client waits longer for an answer. */
    private static final long WAIT_MAX_MS = 600_000;

    /** For so long a slave holds back an answer that sends the consumer to the master, or makes it ask again: it might come back at once. */
    private static final long SLAVE_PAUSE_MS = 500;

    private static final int BYTES_MIN = 100;

    private final PullChecks checks;
    private final ConsumerOffsets offsets;
    private final MessageStore store;
    private final BrokerContext broker;
    private final Statistics statistics;
    private final Supplier<ConsumingSettings> settings;
    private final PullAnswers answers;
    private final WaitingPulls waiting;
    private final BiConsumer<Connection, String> nudge;

    /** @param nudge lets a reader of the group that was sent elsewhere look for its queues again, once it has let this one go */
    public PullHandler(
            BrokerContext broker,
            ConsumerTable consumers,
            Subscriptions subscriptions,
            ConsumerOffsets offsets,
            MessageStore store,
            Statistics statistics,
            Supplier<ConsumingSettings> settings,
            BiConsumer<Connection, String> nudge) {
        this.nudge = nudge;
        this.checks = new PullChecks(broker, consumers, subscriptions, settings);
        this.offsets = offsets;
        this.store = store;
        this.broker = broker;
        this.statistics = statistics;
        this.settings = settings;
        this.answers = new PullAnswers(broker, offsets, statistics, settings);
        this.waiting = new WaitingPulls(this::runAgain, store.log()::matches);
        consumers.onChangedWish((group, topic) -> waiting.wakeGroup(topic, group));
    }

    /** The pulls that wait; to be told of messages that arrive. */
    public WaitingPulls waiting() {
        return waiting;
    }

    @Override
    public void handle(RequestContext context, PullMessageRequestHeader header, ByteBuf body) {
        if (broker.host().isSlave() && !settings.get().pulls().slaveRead()) {
            context.respond(
                    ResponseCode.SYSTEM_BUSY,
                    "this broker is a slave that consumers may not read from (slaveReadEnable=false); its master is "
                            + (broker.host().masterAddress().isEmpty()
                                    ? "not known to any nameserver now"
                                    : broker.host().masterAddress()));
            return;
        }
        PullDecision decision = checks.check(context.code(), header);
        if (decision instanceof Refused refused) {
            context.respond(refused.response());
            return;
        }
        Granted granted = (Granted) decision;
        if (isSentElsewhere(context, header, granted)) {
            return;
        }
        boolean commits = PullSysFlag.hasCommitOffsetFlag(header.sysFlag()) && header.commitOffset() >= 0;
        Long beyond = commits && !broker.host().isSlave() ? commit(context.connection(), header) : null;
        // Who has lost the queue is to hear of it now, not when a message comes.
        boolean mayWait = beyond == null && PullSysFlag.hasSuspendFlag(header.sysFlag());
        serve(context, header, granted, mayWait, beyond);
    }

    /** Where another member has taken the group meanwhile, for a reader that wants to know; else null. */
    private Long commit(Connection reader, PullMessageRequestHeader header) {
        String group = header.consumerGroup();
        if (!PullSysFlag.hasForwardFlag(header.sysFlag())) {
            offsets.progress(group, header.topic(), header.queueId(), header.commitOffset(), reader);
            return null;
        }
        CommitResult result = offsets.forward(group, header.topic(), header.queueId(), header.commitOffset(), reader);
        return result == CommitResult.BEHIND && offsets.isKeptByAnother(group, header.topic(), header.queueId(), reader)
                ? Long.valueOf(offsets.committed(group, header.topic(), header.queueId()))
                : null;
    }

    private void runAgain(WaitingPull pull) {
        if (!isSentElsewhere(pull.context(), pull.header(), pull.granted())) {
            serve(pull.context(), pull.header(), checks.asOfNow(pull.header(), pull.granted()), false, null);
        }
    }

    // An administrator has moved the group, and this reader has not been told.
    private boolean isSentElsewhere(RequestContext context, PullMessageRequestHeader header, Granted granted) {
        long target = offsets.tellReset(
                header.consumerGroup(), header.topic(), header.queueId(), header.queueOffset(), context.connection());
        if (target == ConsumerOffsets.NONE) {
            return false;
        }
        answers.reset(context, header, granted, target, store.queues());
        nudge.accept(context.connection(), header.consumerGroup());
        return true;
    }

    private void serve(
            RequestContext context, PullMessageRequestHeader header, Granted granted, boolean mayWait, Long beyond) {
        ReadResult result = read(header, granted);
        int code = answers.codeFor(result.status(), header.queueOffset());
        if (mayWait && code == ResponseCode.PULL_NOT_FOUND) {
            result.close();
            park(context, header, granted, waitMs(header));
        } else if (mayWait && answers.knowsTooLittle(result.status(), header.queueOffset())) {
            result.close();
            park(context, header, granted, Math.min(waitMs(header), SLAVE_PAUSE_MS));
        } else {
            answers.read(context, header, granted, result, beyond);
        }
    }

    private ReadResult read(PullMessageRequestHeader header, Granted granted) {
        int maxBytes = header.maxMsgBytes() == null ? Integer.MAX_VALUE : Math.max(BYTES_MIN, header.maxMsgBytes());
        return store.queues()
                .read(
                        header.topic(),
                        header.queueId(),
                        header.queueOffset(),
                        Math.max(1, header.maxMsgNums()),
                        maxBytes,
                        granted.filter());
    }

    private long waitMs(PullMessageRequestHeader header) {
        ConsumingSettings.Pulls limits = settings.get().pulls();
        return limits.longPolling()
                ? Math.min(Math.max(0, header.suspendTimeoutMillis()), WAIT_MAX_MS)
                : limits.shortPollingMs();
    }

    private void park(RequestContext context, PullMessageRequestHeader header, Granted granted, long waitMs) {
        statistics.missed();
        ConsumingSettings.Pulls limits = settings.get().pulls();
        WaitingPull pull = new WaitingPull(context, header, granted, checks.isPushed(header));
        if (!waiting.park(pull, waitMs, limits.waitersMax())) {
            context.respond(
                    ResponseCode.SYSTEM_BUSY,
                    "as many pulls wait here as may: " + limits.waitersMax() + " (pullWaitersMax)");
            return;
        }
        // A message may have come since the read: it did not see this pull waiting.
        boolean moved = store.queues().maxOffset(header.topic(), header.queueId()) > header.queueOffset();
        if (moved
                || offsets.pendingReset(header.consumerGroup(), header.topic(), header.queueId())
                        != ConsumerOffsets.NONE) {
            waiting.wake(pull);
        }
    }
}
