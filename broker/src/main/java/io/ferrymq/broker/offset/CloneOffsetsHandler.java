package io.ferrymq.broker.offset;

import io.ferrymq.broker.consume.BrokerContext;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.CloneGroupOffsetRequestHeader;
import io.netty.buffer.ByteBuf;
import java.util.Set;

/** {@code CLONE_GROUP_OFFSET} (314): a group takes over another one's positions, in one topic or in all. */
public final class CloneOffsetsHandler implements RequestHandler<CloneGroupOffsetRequestHeader> {
    private final ConsumerOffsets offsets;
    private final BrokerContext broker;

    public CloneOffsetsHandler(ConsumerOffsets offsets, BrokerContext broker) {
        this.offsets = offsets;
        this.broker = broker;
    }

    @Override
    public void handle(RequestContext context, CloneGroupOffsetRequestHeader header, ByteBuf body) {
        boolean all = header.topic() == null || header.topic().isBlank();
        if (!all && broker.topics().find(header.topic()) == null) {
            context.respond(ResponseCode.TOPIC_NOT_EXIST, "topic " + header.topic() + " does not exist");
            return;
        }
        Set<String> topics = all ? offsets.topicsOf(header.srcGroup()) : Set.of(header.topic());
        topics.forEach(topic -> offsets.copy(header.srcGroup(), header.destGroup(), topic, context.connection()));
        context.respond(Response.success());
    }
}
