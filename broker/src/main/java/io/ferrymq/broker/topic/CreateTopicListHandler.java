package io.ferrymq.broker.topic;

import io.ferrymq.broker.admin.Bodies;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.CreateTopicListRequestBody;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Optional;

/** {@code UPDATE_AND_CREATE_TOPIC_LIST} (18): all topics of the list or none. One that is like this already stops nothing. */
final class CreateTopicListHandler implements RequestHandler<Void> {
    private final TopicChanges changes;
    private final TopicTable topics;

    CreateTopicListHandler(TopicChanges changes, TopicTable topics) {
        this.changes = changes;
        this.topics = topics;
    }

    @Override
    public void handle(RequestContext context, Void header, ByteBuf body) {
        CreateTopicListRequestBody wanted = Bodies.read(context, body, CreateTopicListRequestBody.class);
        if (wanted != null) {
            applyAndAnswer(context, changes, topics, wanted.topicConfigList());
        }
    }

    static void applyAndAnswer(
            RequestContext context, TopicChanges changes, TopicTable topics, List<TopicConfig> wanted) {
        Optional<TopicChanges.Refusal> refusal = changes.apply(wanted);
        if (refusal.isPresent()) {
            context.respond(refusal.get().code(), refusal.get().text());
            return;
        }
        topics.saved().whenComplete((saved, failure) -> {
            if (failure == null) {
                context.respond(Response.success());
            } else {
                context.respond(ResponseCode.SYSTEM_ERROR, "in force, but lost at a restart: topics.json: " + failure);
            }
        });
    }
}
