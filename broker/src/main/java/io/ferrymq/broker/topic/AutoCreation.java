package io.ferrymq.broker.topic;

import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.constant.PermName;
import io.ferrymq.common.sysflag.TopicSysFlag;
import java.util.Map;

/** Creates a topic that a producer sends to, from a template (spec: broker 5.2). */
public final class AutoCreation {
    private final TopicTable topics;
    private final LiveConfig config;
    private final Listener listener;

    /** Hears of topics made from a template, on the thread of the send: must not block. */
    public interface Listener {
        void onCreated(TopicConfig topic, String template);
    }

    public AutoCreation(TopicTable topics, LiveConfig config, Listener listener) {
        this.topics = topics;
        this.config = config;
        this.listener = listener;
    }

    /**
     * What became of it.
     *
     * @param topic null when it was refused
     * @param refusal why, null when it was not
     */
    public record Outcome(TopicConfig topic, String refusal) {}

    /**
     * @param template name of the topic to take the settings from; clients say TBW102
     * @param queueNums queues the client wants
     */
    public Outcome create(String name, String template, int queueNums, boolean unitMode) {
        if (MixAll.isRetryTopic(name)) {
            // Its group was checked by no one yet: the caller does, and an unused retry topic does no harm.
            return created(TopicConfig.of(name, 1).withTopicSysFlag(unitMode ? TopicSysFlag.FLAG_UNIT_SUB : 0));
        }
        if (MixAll.DEFAULT_TOPIC.equals(template) && !config.current().isAutoCreateTopics()) {
            return refused(name, "autoCreateTopicEnable is false");
        }
        TopicConfig from = topics.find(template);
        if (from == null) {
            return refused(name, "the template topic[" + template + "] does not exist either");
        }
        if (!PermName.isInherited(from.perm())) {
            return refused(name, "topic[" + template + "] is no template, its permission is " + from.perm());
        }
        int queues = Math.max(0, Math.min(queueNums, from.writeQueueNums()));
        Outcome outcome = created(from.withTopicName(name)
                .withQueueNums(queues, queues)
                .withPerm(from.perm() & ~PermName.PERM_INHERIT)
                .withTopicSysFlag(unitMode ? TopicSysFlag.FLAG_UNIT : 0)
                .withOrder(false)
                .withAttributes(Map.of()));
        listener.onCreated(outcome.topic(), template);
        return outcome;
    }

    private Outcome created(TopicConfig topic) {
        return new Outcome(topics.findOrCreate(topic), null);
    }

    private static Outcome refused(String name, String why) {
        return new Outcome(
                null, "topic[" + name + "] not exist, apply first please! It is not created by itself: " + why);
    }
}
