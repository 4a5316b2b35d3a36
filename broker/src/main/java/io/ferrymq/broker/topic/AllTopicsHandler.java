package io.ferrymq.broker.topic;

import io.ferrymq.common.TopicConfig;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.body.TopicConfigSerializeWrapper;
import io.ferrymq.remoting.protocol.header.GetAllTopicConfigRequestHeader;
import io.ferrymq.remoting.protocol.header.GetAllTopicConfigResponseHeader;
import io.netty.buffer.ByteBuf;
import java.util.Map;

/** {@code GET_ALL_TOPIC_CONFIG} (21): always everything, which those who ask for pages understand (spec: remoting 10.1). */
final class AllTopicsHandler implements RequestHandler<GetAllTopicConfigRequestHeader> {
    private final TopicTable topics;

    AllTopicsHandler(TopicTable topics) {
        this.topics = topics;
    }

    @Override
    public void handle(RequestContext context, GetAllTopicConfigRequestHeader header, ByteBuf body) {
        Map<String, TopicConfig> all = topics.all();
        context.respond(Response.success(new GetAllTopicConfigResponseHeader(all.size()))
                .withBody(Json.encode(TopicConfigSerializeWrapper.of(all, topics.version()))));
    }
}
