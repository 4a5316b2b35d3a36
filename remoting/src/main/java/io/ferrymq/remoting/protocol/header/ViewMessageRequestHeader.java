package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;

/** {@code VIEW_MESSAGE_BY_ID} (33): the message at a physical offset. */
public record ViewMessageRequestHeader(@Optional String topic, long offset) {}
