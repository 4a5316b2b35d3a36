package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;

/**
 * Messages of a queue from an offset on: {@code PULL_MESSAGE} (11), {@code LITE_PULL_MESSAGE} (361).
 *
 * @param sysFlag which of the others are valid: 1 {@code commitOffset}, 2 {@code suspendTimeoutMillis}, 4 {@code subscription}; 8 class
 *     filter, 16 lite pull
 * @param subVersion version of the client's subscription, which the broker's must not be older than
 * @param expressionType {@code TAG} or {@code SQL92}; absent means tags
 * @param requestSource -1 or absent for a client, others for a proxy
 * @param proxyFrowardClientId the client behind a proxy; the spelling is that of the protocol
 */
public record PullMessageRequestHeader(
        String consumerGroup,
        String topic,
        int queueId,
        long queueOffset,
        int maxMsgNums,
        int sysFlag,
        long commitOffset,
        long suspendTimeoutMillis,
        @Optional String subscription,
        long subVersion,
        @Optional String expressionType,
        Integer maxMsgBytes,
        Integer requestSource,
        @Optional String proxyFrowardClientId,
        @Optional String bname) {}
