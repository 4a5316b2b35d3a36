package io.ferrymq.remoting.protocol.body;

/** Times and rates of a consumer for one topic. */
public record ConsumeStatus(
        double pullRT,
        double pullTPS,
        double consumeRT,
        double consumeOKTPS,
        double consumeFailedTPS,
        long consumeFailedMsgs) {}
