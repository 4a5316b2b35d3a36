package io.ferrymq.broker.pull;

import io.ferrymq.broker.consume.BrokerContext;
import io.ferrymq.broker.consume.ConsumingSettings;
import io.ferrymq.broker.consume.Statistics;
import io.ferrymq.broker.offset.ConsumerOffsets;
import io.ferrymq.broker.pull.PullDecision.Granted;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.PullMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.PullMessageResponseCodec;
import io.ferrymq.remoting.protocol.header.PullMessageResponseHeader;
import io.ferrymq.store.QueueReads;
import io.ferrymq.store.ReadResult;
import io.ferrymq.store.ReadStatus;
import java.util.function.Supplier;

/** Answers of pulls: code, header and records (spec: broker 8.3). */
final class PullAnswers {
    private static final String RESET_STATUS = "OFFSET_RESET";

    private final BrokerContext broker;
    private final ConsumerOffsets offsets;
    private final Statistics statistics;
    private final Supplier<ConsumingSettings> settings;
    private final CorrectionLog corrections;

    PullAnswers(
            BrokerContext broker,
            ConsumerOffsets offsets,
            Statistics statistics,
            Supplier<ConsumingSettings> settings) {
        this.broker = broker;
        this.offsets = offsets;
        this.statistics = statistics;
        this.settings = settings;
        this.corrections = new CorrectionLog(broker.clock());
    }

    static int codeOf(ReadStatus status, long wantedOffset) {
        return switch (status) {
            case FOUND -> ResponseCode.SUCCESS;
            case NO_MATCHED_MESSAGE, MESSAGE_WAS_REMOVING -> ResponseCode.PULL_RETRY_IMMEDIATELY;
            case NO_MATCHED_LOGIC_QUEUE, NO_MESSAGE_IN_QUEUE ->
                wantedOffset == 0 ? ResponseCode.PULL_NOT_FOUND : ResponseCode.PULL_OFFSET_MOVED;
            case OFFSET_FOUND_NULL, OFFSET_OVERFLOW_ONE -> ResponseCode.PULL_NOT_FOUND;
            case OFFSET_TOO_SMALL, OFFSET_OVERFLOW_BADLY -> ResponseCode.PULL_OFFSET_MOVED;
        };
    }

    /** The code of an answer by this broker, in its role. */
    int codeFor(ReadStatus status, long wantedOffset) {
        int code = codeOf(status, wantedOffset);
        return code != ResponseCode.SUCCESS && knowsTooLittle(status, wantedOffset)
                ? ResponseCode.PULL_RETRY_IMMEDIATELY
                : code;
    }

    /**
     * Whether this is a slave that must not speak for the queue: it may be behind, so that it neither moves a group nor holds one that its
     * master could serve (spec: storage 9.10).
     */
    boolean knowsTooLittle(ReadStatus status, long wantedOffset) {
        if (!broker.host().isSlave()) {
            return false;
        }
        boolean hasMaster = !broker.host().masterAddress().isEmpty();
        boolean mayCorrect = settings.get().pulls().slaveOffsetCheck();
        return switch (status) {
            case OFFSET_TOO_SMALL, OFFSET_OVERFLOW_BADLY -> !mayCorrect;
            case NO_MATCHED_LOGIC_QUEUE, NO_MESSAGE_IN_QUEUE -> hasMaster || (wantedOffset != 0 && !mayCorrect);
            case OFFSET_FOUND_NULL -> hasMaster || !mayCorrect;
            case OFFSET_OVERFLOW_ONE -> hasMaster;
            default -> false;
        };
    }

    /** The group is told where an administrator has moved it. */
    void reset(
            RequestContext context, PullMessageRequestHeader header, Granted granted, long target, QueueReads queues) {
        PullMessageResponseHeader answer = header(
                0,
                target,
                queues.minOffset(header.topic(), header.queueId()),
                queues.maxOffset(header.topic(), header.queueId()),
                granted,
                null);
        context.respond(response(ResponseCode.PULL_OFFSET_MOVED, RESET_STATUS, answer));
    }

    /**
     * Takes the result over.
     *
     * @param beyond where another member has taken the group, null as long as the queue is the reader's
     */
    void read(
            RequestContext context, PullMessageRequestHeader header, Granted granted, ReadResult result, Long beyond) {
        int code = codeFor(result.status(), header.queueOffset());
        // What a slave lacks moves nobody.
        long next =
                knowsTooLittle(result.status(), header.queueOffset()) ? header.queueOffset() : result.nextBeginOffset();
        if (code == ResponseCode.PULL_OFFSET_MOVED) {
            corrections.moved(header, result);
        }
        offsets.recordPulled(header.consumerGroup(), header.topic(), header.queueId(), next);
        PullMessageResponseHeader answer =
                header(suggestedBroker(granted, result), next, result.minOffset(), result.maxOffset(), granted, beyond);
        Response<PullMessageResponseHeader> response =
                Response.of(code, result.status().name(), answer);
        if (code == ResponseCode.SUCCESS) {
            statistics.got(
                    header.consumerGroup(),
                    header.topic(),
                    result.records().messageCount(),
                    result.records().totalBytes());
            context.respond(response.withBody(StoredRecords.of(result.records())));
        } else {
            result.close();
            context.respond(response);
        }
    }

    private static Response<PullMessageResponseHeader> response(
            int code, String status, PullMessageResponseHeader answer) {
        return new Response<>(code, status, answer, PullMessageResponseCodec.INSTANCE, null);
    }

    /** 0 is the master. Others are named only when slaves may be read and this group is far behind. */
    private long suggestedBroker(Granted granted, ReadResult result) {
        ConsumingSettings current = settings.get();
        if (!current.pulls().slaveRead()) {
            return 0;
        }
        return result.behindBytes() > current.inMemoryBytes()
                ? granted.group().whichBrokerWhenConsumeSlowly()
                : granted.group().brokerId();
    }

    private static PullMessageResponseHeader header(
            long suggested, long next, long min, long max, Granted granted, Long beyond) {
        return new PullMessageResponseHeader(
                suggested,
                next,
                min,
                max,
                null,
                granted.topic().topicSysFlag(),
                granted.group().groupSysFlag(),
                null,
                beyond);
    }
}
