package io.ferrymq.broker.topic;

import io.ferrymq.broker.admin.Paging;
import io.ferrymq.common.DataVersion;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.body.TopicConfigSerializeWrapper;
import io.ferrymq.remoting.protocol.header.GetAllTopicConfigRequestHeader;
import io.ferrymq.remoting.protocol.header.GetAllTopicConfigResponseHeader;
import io.ferrymq.store.StoreAdmin;
import io.netty.buffer.ByteBuf;
import java.util.Map;

/**
 * {@code GET_ALL_TOPIC_CONFIG} (21): everything, or a page for those who ask for pages (spec: remoting 10.1). A slave of FerryMQ also hears
 * where in the log topics were deleted.
 */
final class AllTopicsHandler implements RequestHandler<GetAllTopicConfigRequestHeader> {
    private final TopicTable topics;
    private final StoreAdmin store;

    AllTopicsHandler(TopicTable topics, StoreAdmin store) {
        this.topics = topics;
        this.store = store;
    }

    /** What {@link TopicConfigSerializeWrapper} has, and more. */
    private record Body(
            Map<String, TopicConfig> topicConfigTable,
            DataVersion dataVersion,
            DataVersion mappingDataVersion,
            Map<String, Object> topicQueueMappingInfoMap,
            Map<String, Object> topicQueueMappingDetailMap,
            Map<String, Long> ferrymqDeletedTopics) {}

    @Override
    public void handle(RequestContext context, GetAllTopicConfigRequestHeader header, ByteBuf body) {
        // Before the topics: a deletion that comes in between is told by the next answer.
        Map<String, Long> deleted = store.deletedTopics();
        TopicsFile all = topics.content();
        Map<String, TopicConfig> page = Paging.page(
                all.topicConfigTable(),
                all.dataVersion(),
                header.topicSeq(),
                header.maxTopicNum(),
                header.dataVersion());
        DataVersion none = DataVersion.initial(0);
        context.respond(Response.success(new GetAllTopicConfigResponseHeader(
                        all.topicConfigTable().size()))
                .withBody(Json.encode(new Body(page, all.dataVersion(), none, Map.of(), Map.of(), deleted))));
    }
}
