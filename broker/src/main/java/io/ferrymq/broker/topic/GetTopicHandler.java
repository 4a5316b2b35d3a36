package io.ferrymq.broker.topic;

import io.ferrymq.broker.admin.Bodies;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.GetTopicConfigRequestHeader;
import io.netty.buffer.ByteBuf;

/** {@code GET_TOPIC_CONFIG} (351). */
final class GetTopicHandler implements RequestHandler<GetTopicConfigRequestHeader> {
    private final TopicTable topics;

    GetTopicHandler(TopicTable topics) {
        this.topics = topics;
    }

    @Override
    public void handle(RequestContext context, GetTopicConfigRequestHeader header, ByteBuf body) {
        TopicConfig topic = topics.find(header.topic());
        if (topic == null) {
            context.respond(ResponseCode.TOPIC_NOT_EXIST, "No topic in this broker. topic: " + header.topic());
        } else {
            context.respond(Bodies.json(topic));
        }
    }
}
