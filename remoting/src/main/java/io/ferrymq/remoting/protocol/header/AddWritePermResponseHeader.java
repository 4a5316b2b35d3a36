package io.ferrymq.remoting.protocol.header;

/** Answer to {@code ADD_WRITE_PERM_OF_BROKER} (327). */
public record AddWritePermResponseHeader(int addTopicCount) {}
