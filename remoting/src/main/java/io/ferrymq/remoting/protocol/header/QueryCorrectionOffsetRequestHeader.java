package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;

/** {@code QUERY_CORRECTION_OFFSET} (308); {@code filterGroups} is separated by commas. */
public record QueryCorrectionOffsetRequestHeader(@Optional String filterGroups, String compareGroup, String topic) {}
