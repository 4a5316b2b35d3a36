package io.ferrymq.remoting.protocol.header;

/** {@code GET_KV_CONFIG} (101). */
public record GetKVConfigRequestHeader(String namespace, String key) {}
