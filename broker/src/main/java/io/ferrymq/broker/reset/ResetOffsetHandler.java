package io.ferrymq.broker.reset;

import io.ferrymq.broker.consume.BrokerContext;
import io.ferrymq.broker.consume.ConsumingSettings;
import io.ferrymq.broker.offset.ConsumerOffsets;
import io.ferrymq.broker.pull.WaitingPulls;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.ResetOffsetBody;
import io.ferrymq.remoting.protocol.header.ResetOffsetRequestHeader;
import io.ferrymq.store.QueueReads;
import io.netty.buffer.ByteBuf;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * {@code INVOKE_BROKER_TO_RESET_OFFSET} (222): an administrator moves a group. The position is set here, and each reader is told by its
 * next pull, which is run at once when it waits; members need not be online. With {@code useServerSideResetOffset=false} the members
 * are told by a request, as brokers before 5.2 did it.
 */
public final class ResetOffsetHandler implements RequestHandler<ResetOffsetRequestHeader> {
    private final BrokerContext broker;
    private final ConsumerOffsets offsets;
    private final BooleanSupplier keeping;
    private final ResetTargets targets;
    private final WaitingPulls waiting;
    private final ResetPush push;
    private final Supplier<ConsumingSettings> settings;

    /** @param keeping writes positions to disk, on a thread that may wait for it; false when the disk refuses */
    public ResetOffsetHandler(
            BrokerContext broker,
            ConsumerOffsets offsets,
            BooleanSupplier keeping,
            QueueReads queues,
            WaitingPulls waiting,
            ResetPush push,
            Supplier<ConsumingSettings> settings) {
        this.broker = broker;
        this.offsets = offsets;
        this.keeping = keeping;
        this.targets = new ResetTargets(queues);
        this.waiting = waiting;
        this.push = push;
        this.settings = settings;
    }

    @Override
    public void handle(RequestContext context, ResetOffsetRequestHeader header, ByteBuf body) {
        TopicConfig topic = broker.topics().find(header.topic());
        boolean serverSide = settings.get().offsets().serverSideReset();
        if (serverSide && broker.host().isSlave()) {
            context.respond(ResponseCode.SYSTEM_ERROR, "a slave cannot reset positions, its master can");
        } else if (topic == null) {
            context.respond(ResponseCode.TOPIC_NOT_EXIST, "topic " + header.topic() + " does not exist");
        } else if (!serverSide) {
            push.handle(context, header, targets.of(header, topic.writeQueueNums()));
        } else if (broker.groups().find(header.group()) == null) {
            context.respond(
                    ResponseCode.SUBSCRIPTION_GROUP_NOT_EXIST,
                    "subscription group " + header.group() + " does not exist");
        } else if (header.queueId() != null && header.queueId() >= topic.readQueueNums()) {
            context.respond(
                    ResponseCode.SYSTEM_ERROR,
                    "queueId " + header.queueId() + " of topic " + header.topic() + ", allowed: 0 to "
                            + (topic.readQueueNums() - 1));
        } else {
            reset(context, header, topic);
        }
    }

    private void reset(RequestContext context, ResetOffsetRequestHeader header, TopicConfig topic) {
        String refusal = targets.refusal(header);
        if (refusal != null) {
            context.respond(ResponseCode.SYSTEM_ERROR, refusal);
            return;
        }
        Map<Integer, Long> byQueue = targets.of(header, topic.readQueueNums());
        Map<MessageQueue, Long> table = new TreeMap<>();
        byQueue.forEach((queueId, target) -> {
            offsets.reset(header.group(), header.topic(), queueId, target, context.connection());
            table.put(new MessageQueue(header.topic(), broker.host().name(), queueId), target);
        });
        // Before anybody hears of it: whoever was told that it is done may count on it, whatever becomes of this
        // process.
        boolean kept = keeping.getAsBoolean();
        byQueue.keySet().forEach(queueId -> waiting.wakeQueue(header.topic(), queueId));
        if (!kept) {
            context.respond(
                    ResponseCode.SYSTEM_ERROR,
                    "group " + header.group() + " is reset in topic " + header.topic()
                            + ", but that cannot be written to the disk now and is lost if this broker dies; its log"
                            + " says why");
            return;
        }
        context.respond(Response.success(Json.encode(new ResetOffsetBody(table))));
    }
}
