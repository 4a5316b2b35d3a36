package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.ExtName;

/** {@code QUERY_MESSAGE} (12): messages with a key, stored within a window of time. */
public record QueryMessageRequestHeader(
        String topic,
        String key,
        int maxNum,
        long beginTimestamp,
        long endTimestamp,
        @ExtName("_UNIQUE_KEY_QUERY") Boolean uniqueKeyQuery) {}
