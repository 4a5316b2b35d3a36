package io.ferrymq.broker.admin;

import io.ferrymq.broker.topic.BuiltInTopics;
import io.ferrymq.broker.topic.TopicTable;
import io.ferrymq.common.MixAll;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.store.StoreAdmin;
import io.netty.buffer.ByteBuf;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Cleaning on request (spec: remoting 9.9). */
final class MaintenanceHandlers {
    private static final Logger LOG = LoggerFactory.getLogger(MaintenanceHandlers.class);

    private final TopicTable topics;
    private final BuiltInTopics builtIn;
    private final StoreAdmin store;

    MaintenanceHandlers(TopicTable topics, BuiltInTopics builtIn, StoreAdmin store) {
        this.topics = topics;
        this.builtIn = builtIn;
        this.store = store;
    }

    /** {@code CLEAN_EXPIRED_CONSUMEQUEUE} (306): nothing to do, queues are cut whenever log files go. */
    void cleanExpiredQueues(RequestContext context, Void header, ByteBuf body) {
        context.respond(Response.success());
    }

    /** {@code CLEAN_UNUSED_TOPIC} (316): queues whose topic is not in the table. */
    void cleanUnusedTopics(RequestContext context, Void header, ByteBuf body) {
        for (String topic : store.topics()) {
            if (topics.find(topic) == null && !builtIn.isSystem(topic) && !MixAll.isLmq(topic)) {
                LOG.info("queues of topic {} deleted by request: the topic does not exist", topic);
                store.deleteTopic(topic);
            }
        }
        context.respond(Response.success());
    }

    /** {@code DELETE_EXPIRED_COMMITLOG} (329). */
    void deleteExpiredFiles(RequestContext context, Void header, ByteBuf body) {
        int deleted = store.deleteExpiredFiles();
        LOG.info("{} expired log files deleted by request", deleted);
        context.respond(ResponseCode.SUCCESS, deleted + " log files deleted");
    }
}
