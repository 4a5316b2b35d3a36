package io.ferrymq.remoting.protocol.body;

/** One slave as its master sees it. */
public record HaConnectionRuntimeInfo(
        String addr,
        long slaveAckOffset,
        long diff,
        boolean inSync,
        long transferredByteInSecond,
        long transferFromWhere) {}
