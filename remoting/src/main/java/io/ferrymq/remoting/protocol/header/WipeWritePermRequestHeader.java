package io.ferrymq.remoting.protocol.header;

/** {@code WIPE_WRITE_PERM_OF_BROKER} (205): producers avoid this broker until it registers with a new version. */
public record WipeWritePermRequestHeader(String brokerName) {}
