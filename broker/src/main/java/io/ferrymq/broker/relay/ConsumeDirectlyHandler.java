package io.ferrymq.broker.relay;

import io.ferrymq.broker.client.ClientLink;
import io.ferrymq.broker.client.ConsumerTable;
import io.ferrymq.broker.consume.BrokerContext;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.ConsumeMessageDirectlyRequestHeader;
import io.ferrymq.store.LogSlices;
import io.ferrymq.store.MessageStore;
import io.netty.buffer.ByteBuf;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/** {@code CONSUME_MESSAGE_DIRECTLY} (309): one consumer is made to consume one message. On a worker: the message may be on disk only. */
public final class ConsumeDirectlyHandler implements RequestHandler<ConsumeMessageDirectlyRequestHeader> {
    private final ClientRelay relay;
    private final BrokerContext broker;
    private final MessageStore store;

    public ConsumeDirectlyHandler(ConsumerTable consumers, BrokerContext broker, MessageStore store) {
        this.relay = new ClientRelay(consumers);
        this.broker = broker;
        this.store = store;
    }

    @Override
    public void handle(RequestContext context, ConsumeMessageDirectlyRequestHeader header, ByteBuf body)
            throws UnknownHostException {
        ClientLink member = relay.findMember(context, header.consumerGroup(), header.clientId());
        if (member == null) {
            return;
        }
        if (header.msgId() == null || !MessageDecoder.isMessageId(header.msgId())) {
            context.respond(
                    ResponseCode.SYSTEM_ERROR, "msgId '" + header.msgId() + "' is not the id of a place in the log");
            return;
        }
        long offset = MessageDecoder.decodeMessageId(header.msgId()).getOffset();
        byte[] message = read(offset);
        if (message == null) {
            context.respond(
                    ResponseCode.SYSTEM_ERROR,
                    "no message begins at " + offset + ", the place of msgId " + header.msgId());
            return;
        }
        relay.relay(context, member, fields(context, header), message);
    }

    private byte[] read(long offset) {
        try (LogSlices record = store.log().recordAt(offset)) {
            if (record.isEmpty()) {
                return null;
            }
            ByteBuffer view = record.buffers().get(0);
            byte[] message = new byte[view.remaining()];
            view.get(view.position(), message);
            return message;
        }
    }

    private Map<String, String> fields(RequestContext context, ConsumeMessageDirectlyRequestHeader header) {
        Map<String, String> fields = new HashMap<>(context.fields().toMap());
        fields.put("brokerName", broker.host().name());
        TopicConfig topic = header.topic() == null ? null : broker.topics().find(header.topic());
        if (topic != null) {
            fields.put("topicSysFlag", Integer.toString(topic.topicSysFlag()));
        }
        SubscriptionGroupConfig group = broker.groups().find(header.consumerGroup());
        if (group != null) {
            fields.put("groupSysFlag", Integer.toString(group.groupSysFlag()));
        }
        return fields;
    }
}
