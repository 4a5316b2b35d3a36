package io.ferrymq.client;

import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.constant.PermName;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageBatch;
import io.ferrymq.common.message.MessageConst;
import io.ferrymq.common.topic.NameRules;
import io.ferrymq.common.topic.TopicValidator;
import io.ferrymq.remoting.protocol.ResponseCode;
import java.io.File;
import java.util.Optional;
import java.util.Properties;

/** What the client refuses before it asks a broker. Each refusal names the value found and the limit. */
public final class Validators {
    public static final int CHARACTER_MAX_LENGTH = 255;
    public static final int TOPIC_MAX_LENGTH = NameRules.TOPIC_MAX_LENGTH;

    public static final int GROUP_MAX_LENGTH = NameRules.GROUP_MAX_LENGTH;

    private Validators() {}

    public static void checkGroup(String group) throws MQClientException {
        if (group == null || group.isBlank()) {
            throw new MQClientException("the specified group is blank", null);
        }
        refuse("the specified group is not valid: ", NameRules.checkGroup(group));
    }

    public static void checkTopic(String topic) throws MQClientException {
        if (topic == null || topic.isBlank()) {
            throw new MQClientException("The specified topic is blank", null);
        }
        if (topic.length() > TOPIC_MAX_LENGTH) {
            throw new MQClientException(
                    "The specified topic is longer than topic max length " + TOPIC_MAX_LENGTH + ": '" + topic + "' has "
                            + topic.length() + " characters",
                    null);
        }
        refuse("The specified topic is not valid: ", NameRules.checkTopic(topic));
    }

    private static void refuse(String what, Optional<String> reason) throws MQClientException {
        if (reason.isPresent()) {
            throw new MQClientException(what + reason.get(), null);
        }
    }

    /** Some topics belong to the brokers. */
    public static void isNotAllowedSendTopic(String topic) throws MQClientException {
        if (TopicValidator.isNotAllowedSendTopic(topic)) {
            throw new MQClientException("Sending message to topic[" + topic + "] is forbidden.", null);
        }
    }

    /** Topics of the house may not be created again. */
    public static void isSystemTopic(String topic) throws MQClientException {
        if (TopicValidator.isSystemTopic(topic)) {
            throw new MQClientException("The topic[" + topic + "] is conflict with system topic.", null);
        }
    }

    /** Checks a message as sending it through this producer would. */
    public static void checkMessage(Message message, DefaultMQProducer producer) throws MQClientException {
        checkMessage(message, producer.getMaxMessageSize());
    }

    /** @param maxMessageSize largest body in bytes, before compression */
    public static void checkMessage(Message message, int maxMessageSize) throws MQClientException {
        if (message == null) {
            throw illegal("the message is null");
        }
        checkTopic(message.getTopic());
        isNotAllowedSendTopic(message.getTopic());
        checkContent(message, maxMessageSize);
    }

    /** Everything but the topic. */
    public static void checkContent(Message message, int maxMessageSize) throws MQClientException {
        byte[] body = message.getBody();
        if (body == null) {
            throw illegal("the message body is null");
        }
        if (body.length == 0 && message.getKeys() == null) {
            throw illegal("the message body length is zero: only a message with keys may be empty");
        }
        if (body.length > maxMessageSize) {
            boolean batch = message instanceof MessageBatch;
            throw illegal("the message body size over max value, MAX: " + maxMessageSize + "; "
                    + (batch ? "the body of the whole batch has " : "the body has ") + body.length
                    + " bytes. The limit is maxMessageSize of the producer, and of the same name in the broker"
                    + (batch ? "; BatchSplitter cuts messages into batches that fit" : ""));
        }
        String lightQueues = message.getProperty(MessageConst.PROPERTY_INNER_MULTI_DISPATCH);
        if (lightQueues != null && lightQueues.startsWith(MixAll.LMQ_PREFIX) && lightQueues.contains(File.separator)) {
            throw illegal("INNER_MULTI_DISPATCH " + lightQueues + " can not contains " + File.separator + " character");
        }
    }

    /** Settings of brokers that are sent to them: the permission must be one. */
    public static void checkBrokerConfig(Properties brokerConfig) throws MQClientException {
        String perm = brokerConfig.getProperty("brokerPermission");
        if (perm != null && !PermName.isValid(perm)) {
            throw new MQClientException("brokerPermission is '" + perm + "', allowed are 0 to 7", null);
        }
    }

    /** A topic's settings that are sent to brokers: its permission must be one. */
    public static void checkTopicConfig(TopicConfig topicConfig) throws MQClientException {
        if (!PermName.isValid(topicConfig.perm())) {
            throw new MQClientException("topicPermission is " + topicConfig.perm() + ", allowed are 0 to 7", null);
        }
    }

    private static MQClientException illegal(String why) {
        return new MQClientException(ResponseCode.MESSAGE_ILLEGAL, why);
    }
}
