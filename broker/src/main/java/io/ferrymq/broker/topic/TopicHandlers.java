package io.ferrymq.broker.topic;

import io.ferrymq.broker.admin.Bodies;
import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.TopicList;
import io.ferrymq.remoting.protocol.header.CreateTopicRequestHeader;
import io.ferrymq.remoting.protocol.header.DeleteTopicRequestHeader;
import io.ferrymq.remoting.protocol.header.GetAllTopicConfigRequestHeader;
import io.ferrymq.remoting.protocol.header.GetTopicConfigRequestHeader;
import io.ferrymq.store.StoreAdmin;
import java.util.concurrent.Executor;

/** The rows of this package. */
public final class TopicHandlers {
    private TopicHandlers() {}

    /** @param workers for what takes long or may wait for the disk */
    public static void register(
            HandlerTable.Builder handlers,
            Executor workers,
            TopicTable topics,
            BuiltInTopics builtIn,
            LiveConfig config,
            StoreAdmin store) {
        TopicChanges changes = new TopicChanges(topics, builtIn, config);
        handlers.on(
                        RequestCode.UPDATE_AND_CREATE_TOPIC,
                        CreateTopicRequestHeader.class,
                        new CreateTopicHandler(changes, topics))
                .on(workers, RequestCode.UPDATE_AND_CREATE_TOPIC_LIST, new CreateTopicListHandler(changes, topics))
                .on(
                        workers,
                        RequestCode.DELETE_TOPIC_IN_BROKER,
                        DeleteTopicRequestHeader.class,
                        new DeleteTopicHandler(topics, builtIn, store))
                .on(RequestCode.GET_TOPIC_CONFIG, GetTopicConfigRequestHeader.class, new GetTopicHandler(topics))
                .on(
                        workers,
                        RequestCode.GET_ALL_TOPIC_CONFIG,
                        GetAllTopicConfigRequestHeader.class,
                        new AllTopicsHandler(topics, store))
                .on(
                        RequestCode.GET_SYSTEM_TOPIC_LIST_FROM_BROKER,
                        (context, header, body) -> context.respond(Bodies.json(TopicList.of(builtIn.names()))));
    }
}
