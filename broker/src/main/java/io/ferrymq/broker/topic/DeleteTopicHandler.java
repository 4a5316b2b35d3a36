package io.ferrymq.broker.topic;

import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.DeleteTopicRequestHeader;
import io.ferrymq.store.StoreAdmin;
import io.netty.buffer.ByteBuf;

/** {@code DELETE_TOPIC_IN_BROKER} (215): the topic and its queues; positions go by the table's listeners. One that is not there is no error. */
final class DeleteTopicHandler implements RequestHandler<DeleteTopicRequestHeader> {
    private final TopicTable topics;
    private final BuiltInTopics builtIn;
    private final StoreAdmin store;

    DeleteTopicHandler(TopicTable topics, BuiltInTopics builtIn, StoreAdmin store) {
        this.topics = topics;
        this.builtIn = builtIn;
        this.store = store;
    }

    @Override
    public void handle(RequestContext context, DeleteTopicRequestHeader header, ByteBuf body) {
        String topic = header.topic();
        if (topic.isBlank()) {
            context.respond(ResponseCode.INVALID_PARAMETER, "the topic name must not be blank");
        } else if (builtIn.isSystem(topic)) {
            context.respond(ResponseCode.INVALID_PARAMETER, "The topic[" + topic + "] is conflict with system topic.");
        } else {
            topics.delete(topic);
            store.deleteTopic(topic);
            // A crash behind the answer must not bring it back.
            topics.saved().whenComplete((saved, failure) -> {
                if (failure == null) {
                    context.respond(Response.success());
                } else {
                    context.respond(
                            ResponseCode.SYSTEM_ERROR,
                            "topic " + topic
                                    + " is deleted, but a restart may bring it back empty: topics.json could not be written");
                }
            });
        }
    }
}
