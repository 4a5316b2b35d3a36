package io.ferrymq.broker.follow;

import io.ferrymq.broker.topic.TopicTable;
import io.ferrymq.common.DataVersion;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.GetAllTopicConfigRequestHeader;
import io.ferrymq.remoting.protocol.header.GetAllTopicConfigResponseHeader;
import io.ferrymq.store.StoreAdmin;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topics (21). A topic that the master no longer has is deleted here with its queues; with a master that says where in the log it deleted
 * which topics, messages of a topic created anew stay.
 */
final class TopicsState implements ReplicatedState<Pages.Whole<TopicConfig>> {
    private static final Logger LOG = LoggerFactory.getLogger(TopicsState.class);

    private final TopicTable topics;
    private final StoreAdmin store;

    TopicsState(TopicTable topics, StoreAdmin store) {
        this.topics = topics;
        this.store = store;
    }

    /** The body; absent members are null, because an answer without topics is no answer. */
    record Body(
            DataVersion dataVersion,
            Map<String, TopicConfig> topicConfigTable,
            Map<String, Long> ferrymqDeletedTopics) {}

    @Override
    public String name() {
        return "topics";
    }

    @Override
    public Pages.Whole<TopicConfig> fetch(MasterLine master) throws CopyException, InterruptedException {
        Pages.Whole<TopicConfig> all = new Pages<>(master, new TopicPages()).all();
        if (all.entries().isEmpty()) {
            throw master.incomplete("no topics at all");
        }
        return all;
    }

    private static final class TopicPages implements Pages.Source<TopicConfig> {
        @Override
        public Request<?> request(int from, String versionJson, int max) {
            return Request.of(
                    RequestCode.GET_ALL_TOPIC_CONFIG, new GetAllTopicConfigRequestHeader(from, versionJson, max));
        }

        @Override
        public Pages.Page<TopicConfig> read(MasterLine master, Reply reply) throws CopyException {
            Body body = master.body(reply, Body.class);
            if (body.topicConfigTable() == null || body.dataVersion() == null) {
                throw master.incomplete("topicConfigTable or dataVersion is missing");
            }
            for (Map.Entry<String, TopicConfig> entry : body.topicConfigTable().entrySet()) {
                if (entry.getValue() == null
                        || !entry.getKey().equals(entry.getValue().topicName())) {
                    throw master.incomplete("topic " + entry.getKey() + " is " + entry.getValue());
                }
            }
            Integer total = reply.header(GetAllTopicConfigResponseHeader.class).totalTopicNum();
            return new Pages.Page<>(body.topicConfigTable(), body.dataVersion(), total, body.ferrymqDeletedTopics());
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public void apply(Pages.Whole<TopicConfig> all, MasterLine master) {
        Set<String> removed = topics.replaceAll(all.entries(), all.version());
        if (all.rest() != null) {
            ((Map<String, Long>) all.rest()).forEach(store::deleteTopicBefore);
        } else {
            removed.forEach(store::deleteTopic);
        }
        if (!removed.isEmpty()) {
            LOG.info("topics {} deleted: master {} does not have them any more", removed, master.address());
        }
    }
}
