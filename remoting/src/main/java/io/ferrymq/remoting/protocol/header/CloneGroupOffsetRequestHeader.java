package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;

/** {@code CLONE_GROUP_OFFSET} (314). */
public record CloneGroupOffsetRequestHeader(
        String srcGroup, String destGroup, @Optional String topic, Boolean offline) {}
