package io.ferrymq.client.impl.producer;

import io.ferrymq.client.common.ClientErrorCode;
import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.impl.factory.ClientInstance;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.message.RecallHandle;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.RecallMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.RecallMessageResponseHeader;
import java.util.function.UnaryOperator;

/** Takes messages back that wait for their delivery time (RocketMQ client facts, section recall). */
public final class Recall {
    private final ClientInstance instance;
    private final String group;
    private final UnaryOperator<String> withNamespace;

    Recall(ClientInstance instance, String group, UnaryOperator<String> withNamespace) {
        this.instance = instance;
        this.group = group;
        this.withNamespace = withNamespace;
    }

    /** Returns the unique id of the message. */
    public String recall(String userTopic, String text, long timeoutMs)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        if (userTopic == null || MixAll.isRetryTopic(userTopic) || MixAll.isDLQTopic(userTopic)) {
            throw new MQClientException("topic is not supported: " + userTopic, null);
        }
        String topic = withNamespace.apply(userTopic);
        RecallHandle handle = decoded(text);
        if (!handle.topic().equals(topic)) {
            throw new MQClientException(
                    "recall handle is invalid: it is of topic " + handle.topic() + ", not of " + topic, null);
        }
        RecallMessageRequestHeader header = new RecallMessageRequestHeader(group, topic, text);
        Reply reply = instance.brokers()
                .link()
                .require(address(topic, handle), Request.of(RequestCode.RECALL_MESSAGE, header), timeoutMs);
        return reply.header(RecallMessageResponseHeader.class).msgId();
    }

    private static RecallHandle decoded(String text) throws MQClientException {
        try {
            return RecallHandle.decode(text);
        } catch (IllegalArgumentException e) {
            throw new MQClientException(e.getMessage(), e);
        }
    }

    private String address(String topic, RecallHandle handle) throws MQClientException, InterruptedException {
        String known = instance.routes().brokers().masterAddress(handle.brokerName());
        if (known != null) {
            return known;
        }
        instance.routes().fetchNow(topic);
        String found = instance.routes().brokers().masterAddress(handle.brokerName());
        if (found == null) {
            throw new MQClientException(
                    ClientErrorCode.BROKER_NOT_EXIST_EXCEPTION,
                    "The broker[" + handle.brokerName() + "] of the recall handle not exist: the route of topic "
                            + topic + " does not name its master");
        }
        return found;
    }
}
