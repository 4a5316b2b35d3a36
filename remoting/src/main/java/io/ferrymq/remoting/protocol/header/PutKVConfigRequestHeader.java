package io.ferrymq.remoting.protocol.header;

/** {@code PUT_KV_CONFIG} (100). */
public record PutKVConfigRequestHeader(String namespace, String key, String value) {}
