package io.ferrymq.distribution.admin.topic;

import io.ferrymq.common.TopicConfig;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.TopicConfigSerializeWrapper;
import io.ferrymq.remoting.protocol.header.GetTopicConfigRequestHeader;
import java.util.Optional;

/** How brokers themselves hold a topic, as opposed to what a nameserver was told. */
final class TopicConfigs {
    private TopicConfigs() {}

    /** What one broker has, empty when it does not have the topic. */
    static Optional<TopicConfig> find(Admin admin, String address, String topic)
            throws CommandFailed, InterruptedException {
        Request<?> request = Request.of(RequestCode.GET_TOPIC_CONFIG, new GetTopicConfigRequestHeader(topic, false));
        Reply reply = admin.ask(address, request);
        return switch (reply.code()) {
            case ResponseCode.SUCCESS -> Optional.of(Json.decode(reply.body(), TopicConfig.class));
            case ResponseCode.TOPIC_NOT_EXIST -> Optional.empty();
            case ResponseCode.REQUEST_CODE_NOT_SUPPORTED -> findInAll(admin, address, topic);
            default -> throw Admin.refused(reply, address, request);
        };
    }

    // Brokers of RocketMQ 4 tell of all topics only.
    private static Optional<TopicConfig> findInAll(Admin admin, String address, String topic)
            throws CommandFailed, InterruptedException {
        byte[] all = admin.call(address, Request.of(RequestCode.GET_ALL_TOPIC_CONFIG))
                .body();
        return Optional.ofNullable(Json.decode(all, TopicConfigSerializeWrapper.class)
                .topicConfigTable()
                .get(topic));
    }
}
