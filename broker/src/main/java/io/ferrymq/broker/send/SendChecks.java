package io.ferrymq.broker.send;

import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.topic.AutoCreation;
import io.ferrymq.broker.topic.TopicTable;
import io.ferrymq.common.Clock;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.TopicAttributes;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.constant.PermName;
import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.common.message.PropertyName;
import io.ferrymq.common.sysflag.MessageSysFlag;
import io.ferrymq.common.topic.NameRules;
import io.ferrymq.common.topic.TopicValidator;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.SendMessageRequestHeader;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

/** The checks of a send, in the order of spec remoting 5.1. A check that fails answers the request, and nothing is stored. */
public final class SendChecks {
    private final String brokerAddress;
    private final RoleGate role;
    private final TopicTable topics;
    private final AutoCreation autoCreation;
    private final Clock clock;
    private final LongSupplier appendHeldMs;
    private final long appendHeldMaxMs;

    /**
     * @param appendHeldMs for how long the append under way has held the log
     * @param appendHeldMaxMs {@code osPageCacheBusyTimeOutMills}
     */
    public SendChecks(
            String brokerAddress,
            RoleGate role,
            TopicTable topics,
            AutoCreation autoCreation,
            Clock clock,
            LongSupplier appendHeldMs,
            long appendHeldMaxMs) {
        this.brokerAddress = brokerAddress;
        this.role = role;
        this.topics = topics;
        this.autoCreation = autoCreation;
        this.clock = clock;
        this.appendHeldMs = appendHeldMs;
        this.appendHeldMaxMs = appendHeldMaxMs;
    }

    /** The topic of a send, created if need be; null when the send was refused and answered. */
    TopicConfig topicFor(RequestContext context, BrokerConfig settings, SendMessageRequestHeader header) {
        RoleGate.Refusal refusal = role.refusal();
        if (refusal != null) {
            context.respond(refusal.code(), refusal.text());
            return null;
        }
        long heldMs = appendHeldMs.getAsLong();
        if (heldMs > appendHeldMaxMs) {
            // To wait in line for the log would hold up all other clients of this event loop.
            context.respond(
                    ResponseCode.SYSTEM_BUSY,
                    "[REJECTREQUEST]system busy, start flow control for a while: one message has held the log for "
                            + heldMs + " ms, at most " + appendHeldMaxMs + " (osPageCacheBusyTimeOutMills)");
            return null;
        }
        if (settings.acceptSendsFromMs() > 0 && settings.acceptSendsFromMs() > clock.nowMs()) {
            context.respond(
                    ResponseCode.SYSTEM_ERROR,
                    "broker unable to service, until " + settings.acceptSendsFromMs()
                            + " ms since 1970 (startAcceptSendRequestTimeStamp)");
            return null;
        }
        TopicConfig topic = topics.find(header.topic());
        if (topic == null) {
            return newTopicFor(context, header);
        }
        return refusedAsReadOnly(context, settings, topic) || refusedAsInternal(context, header.topic()) ? null : topic;
    }

    // Routes that clients fetched before the change still lead here: this code sends them to look again and go
    // elsewhere (UP-194).
    private boolean refusedAsReadOnly(RequestContext context, BrokerConfig settings, TopicConfig topic) {
        String why;
        if (!PermName.isWriteable(settings.permission())) {
            why = "brokerPermission is " + settings.permission();
        } else if (!PermName.isWriteable(topic.perm())) {
            why = "the perm of topic " + topic.topicName() + " is " + topic.perm();
        } else {
            return false;
        }
        context.respond(
                ResponseCode.NO_PERMISSION,
                "the broker[" + brokerAddress + "] sending message is forbidden: " + why + ", 2 is needed to write");
        return true;
    }

    private TopicConfig newTopicFor(RequestContext context, SendMessageRequestHeader header) {
        Optional<String> badName = NameRules.checkTopic(header.topic());
        if (badName.isPresent()) {
            context.respond(ResponseCode.INVALID_PARAMETER, badName.get());
            return null;
        }
        if (refusedAsInternal(context, header.topic())) {
            return null;
        }
        AutoCreation.Outcome outcome = autoCreation.create(
                header.topic(), header.defaultTopic(), header.defaultTopicQueueNums(), header.isUnitMode());
        if (outcome.topic() == null) {
            context.respond(ResponseCode.TOPIC_NOT_EXIST, outcome.refusal());
        }
        return outcome.topic();
    }

    private static boolean refusedAsInternal(RequestContext context, String topic) {
        if (!TopicValidator.isNotAllowedSendTopic(topic)) {
            return false;
        }
        context.respond(
                ResponseCode.NO_PERMISSION, "sending to topic[" + topic + "] is forbidden: the broker itself uses it");
        return true;
    }

    /** The queue of a send, a random one when the producer left it open; negative when the send was refused and answered. */
    int queueFor(RequestContext context, TopicConfig topic, int asked) {
        if (asked < 0) {
            return ThreadLocalRandom.current().nextInt(Math.max(1, topic.writeQueueNums()));
        }
        if (asked < Math.max(topic.writeQueueNums(), topic.readQueueNums())) {
            return asked;
        }
        context.respond(
                ResponseCode.INVALID_PARAMETER,
                "request queueId[" + asked + "] is illegal: topic " + topic.topicName() + " has "
                        + topic.writeQueueNums() + " write and " + topic.readQueueNums() + " read queues");
        return -1;
    }

    /** Whether what is in the message is allowed; if not, the send was answered. */
    boolean contentAllowed(
            RequestContext context,
            BrokerConfig settings,
            SendMessageRequestHeader header,
            TopicConfig topic,
            PropertyBytes properties,
            int bodyBytes) {
        if (bodyBytes == 0 && !properties.has(PropertyName.KEYS)) {
            context.respond(
                    ResponseCode.MESSAGE_ILLEGAL, "the message body is empty: only a message with keys may be so");
            return false;
        }
        if (isCompacted(topic) && !properties.has(PropertyName.KEYS)) {
            context.respond(
                    ResponseCode.MESSAGE_ILLEGAL,
                    "topic " + topic.topicName() + " is compacted: the message needs a key, and has none");
            return false;
        }
        return !refusedAsTransaction(context, settings, header, properties) && !refusedAsTimer(context, properties);
    }

    private static boolean isCompacted(TopicConfig topic) {
        return !topic.attributes().isEmpty()
                && "COMPACTION".equals(topic.attributes().get(TopicAttributes.CLEANUP_POLICY));
    }

    private boolean refusedAsTransaction(
            RequestContext context, BrokerConfig settings, SendMessageRequestHeader header, PropertyBytes properties) {
        int type = MessageSysFlag.getTransactionValue(header.sysFlag());
        boolean prepared =
                type == MessageSysFlag.TRANSACTION_PREPARED_TYPE || type == MessageSysFlag.TRANSACTION_ROLLBACK_TYPE;
        // A consumed message that comes back for a retry still has the mark, but is no transaction any more.
        boolean retried = header.reconsumeTimesOrZero() > 0 && properties.getInt(PropertyName.DELAY, 0) > 0;
        if (!prepared && (retried || !properties.isTrue(PropertyName.TRAN_MSG))) {
            return false;
        }
        String why = settings.isRejectTransactions()
                ? "rejectTransactionMessage is true"
                : "this version of the broker serves no transactions";
        context.respond(
                ResponseCode.NO_PERMISSION,
                "the broker[" + brokerAddress + "] sending transaction message is forbidden: " + why);
        return true;
    }

    private static boolean refusedAsTimer(RequestContext context, PropertyBytes properties) {
        boolean timed = properties.has(PropertyName.TIMER_DELAY_SEC)
                || properties.has(PropertyName.TIMER_DELAY_MS)
                || properties.has(PropertyName.TIMER_DELIVER_MS);
        if (!timed || properties.has(PropertyName.TIMER_OUT_MS) || properties.getInt(PropertyName.DELAY, 0) > 0) {
            return false;
        }
        context.respond(
                ResponseCode.SYSTEM_ERROR,
                "the message asks for a delivery time, and the timer wheel is not enabled: use a delay level");
        return true;
    }

    /** Whether this may be sent as a batch; if not, the send was answered. */
    boolean batchAllowed(RequestContext context, SendMessageRequestHeader header, int bodyBytes) {
        String refusal = null;
        if (header.topic().length() > NameRules.TOPIC_MAX_LENGTH) {
            refusal = "batch to a topic name of " + header.topic().length() + " characters, the limit is "
                    + NameRules.TOPIC_MAX_LENGTH;
        } else if (MixAll.isRetryTopic(header.topic())) {
            refusal = "batch to the retry topic " + header.topic() + ": retries are sent one by one";
        } else if (bodyBytes == 0) {
            refusal = "the batch is empty";
        } else if (MessageSysFlag.getTransactionValue(header.sysFlag()) != MessageSysFlag.TRANSACTION_NOT_TYPE) {
            refusal = "a batch cannot be part of a transaction";
        }
        if (refusal != null) {
            context.respond(ResponseCode.MESSAGE_ILLEGAL, refusal);
        }
        return refusal == null;
    }
}
