package io.ferrymq.remoting.protocol.header;

/** {@code DELETE_KV_CONFIG} (102). */
public record DeleteKVConfigRequestHeader(String namespace, String key) {}
