package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;

/** Answer to {@code GET_KV_CONFIG} (101). */
public record GetKVConfigResponseHeader(@Optional String value) {}
