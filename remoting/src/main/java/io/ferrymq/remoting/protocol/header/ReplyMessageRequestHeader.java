package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;

/**
 * {@code PUSH_REPLY_MESSAGE_TO_CLIENT} (326): a reply, pushed to the client that asked. Hosts are {@code ip:port},
 * the body is as it was sent.
 */
public record ReplyMessageRequestHeader(
        String producerGroup,
        String topic,
        String defaultTopic,
        int defaultTopicQueueNums,
        int queueId,
        int sysFlag,
        long bornTimestamp,
        int flag,
        @Optional String properties,
        Integer reconsumeTimes,
        Boolean unitMode,
        String bornHost,
        String storeHost,
        long storeTimestamp) {}
