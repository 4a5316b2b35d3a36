package io.ferrymq.broker.topic;

import io.ferrymq.common.TopicAttributes;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.CreateTopicRequestHeader;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** {@code UPDATE_AND_CREATE_TOPIC} (17): answered when the change is on disk. */
final class CreateTopicHandler implements RequestHandler<CreateTopicRequestHeader> {
    private final TopicChanges changes;
    private final TopicTable topics;

    CreateTopicHandler(TopicChanges changes, TopicTable topics) {
        this.changes = changes;
        this.topics = topics;
    }

    @Override
    public void handle(RequestContext context, CreateTopicRequestHeader header, ByteBuf body) {
        TopicConfig wanted;
        try {
            wanted = new TopicConfig(
                    header.topic(),
                    header.readQueueNums(),
                    header.writeQueueNums(),
                    header.perm(),
                    header.topicFilterType(),
                    header.topicSysFlag() == null ? 0 : header.topicSysFlag(),
                    header.order() != null && header.order(),
                    TopicAttributes.parse(header.attributes()));
        } catch (IllegalArgumentException e) {
            context.respond(ResponseCode.INVALID_PARAMETER, e.getMessage());
            return;
        }
        CreateTopicListHandler.applyAndAnswer(context, changes, topics, List.of(wanted));
    }
}
