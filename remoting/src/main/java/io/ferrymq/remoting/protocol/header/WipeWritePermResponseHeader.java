package io.ferrymq.remoting.protocol.header;

/** Answer to {@code WIPE_WRITE_PERM_OF_BROKER} (205). */
public record WipeWritePermResponseHeader(int wipeTopicCount) {}
