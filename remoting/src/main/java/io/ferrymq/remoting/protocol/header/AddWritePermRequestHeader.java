package io.ferrymq.remoting.protocol.header;

/** {@code ADD_WRITE_PERM_OF_BROKER} (327): takes {@code WIPE_WRITE_PERM_OF_BROKER} back. */
public record AddWritePermRequestHeader(String brokerName) {}
