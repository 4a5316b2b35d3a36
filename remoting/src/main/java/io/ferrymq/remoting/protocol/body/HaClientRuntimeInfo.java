package io.ferrymq.remoting.protocol.body;

/** A slave's connection to its master. */
public record HaClientRuntimeInfo(
        String masterAddr,
        long transferredByteInSecond,
        long maxOffset,
        long lastReadTimestamp,
        long lastWriteTimestamp,
        long masterFlushOffset) {}
