package io.ferrymq.broker.topic;

import io.ferrymq.broker.config.BrokerKeys;
import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.common.TopicAttributes;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.constant.PermName;
import io.ferrymq.common.topic.NameRules;
import io.ferrymq.remoting.protocol.ResponseCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates and changes topics for administrators (spec: broker 5.3): everything of a request is applied, or nothing. */
final class TopicChanges {
    private static final int QUEUES_MAX = 32_768;

    private final TopicTable topics;
    private final BuiltInTopics builtIn;
    private final LiveConfig config;

    TopicChanges(TopicTable topics, BuiltInTopics builtIn, LiveConfig config) {
        this.topics = topics;
        this.builtIn = builtIn;
        this.config = config;
    }

    /** Why nothing was changed. */
    record Refusal(int code, String text) {}

    /**
     * @param wanted topics whose attributes are changes, with signed keys
     * @return why nothing was changed; empty when all is applied
     */
    Optional<Refusal> apply(List<TopicConfig> wanted) {
        List<TopicConfig> merged = new ArrayList<>(wanted.size());
        for (TopicConfig topic : wanted) {
            Optional<Refusal> refusal = check(topic);
            if (refusal.isPresent()) {
                return refusal;
            }
            try {
                merged.add(merge(topic));
            } catch (IllegalArgumentException e) {
                return Optional.of(
                        new Refusal(ResponseCode.SYSTEM_ERROR, "topic " + topic.topicName() + ": " + e.getMessage()));
            }
        }
        merged.forEach(topics::put);
        return Optional.empty();
    }

    private Optional<Refusal> check(TopicConfig topic) {
        String name = topic.topicName();
        Optional<String> badName = NameRules.checkTopic(name);
        if (badName.isPresent()) {
            return invalid(badName.get());
        }
        if (config.current().get(BrokerKeys.VALIDATE_SYSTEM_TOPIC) && builtIn.isSystem(name)) {
            return invalid("The topic[" + name + "] is conflict with system topic.");
        }
        if (topic.readQueueNums() > QUEUES_MAX || topic.writeQueueNums() > QUEUES_MAX) {
            return invalid("topic " + name + ": " + topic.readQueueNums() + " read and " + topic.writeQueueNums()
                    + " write queues, the limit is " + QUEUES_MAX);
        }
        if (!PermName.isValid(topic.perm())) {
            return invalid("topic " + name + ": permission " + topic.perm() + " is not from 0 to 7");
        }
        boolean mixed = "MIXED".equals(topic.attributes().get("+" + TopicAttributes.MESSAGE_TYPE));
        if (mixed && !config.current().get(BrokerKeys.ENABLE_MIXED_MESSAGE_TYPE)) {
            return invalid("topic " + name + ": message.type MIXED is not allowed, enableMixedMessageType is false");
        }
        return Optional.empty();
    }

    private static Optional<Refusal> invalid(String text) {
        return Optional.of(new Refusal(ResponseCode.INVALID_PARAMETER, text));
    }

    private TopicConfig merge(TopicConfig wanted) {
        TopicConfig known = topics.find(wanted.topicName());
        Map<String, String> current = known == null ? Map.of() : known.attributes();
        return wanted.withAttributes(TopicAttributes.merge(known == null, current, wanted.attributes()));
    }
}
