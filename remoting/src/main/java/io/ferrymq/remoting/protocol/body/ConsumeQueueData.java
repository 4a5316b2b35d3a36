package io.ferrymq.remoting.protocol.body;

/** One raw entry of a queue, and whether the group's filter lets it through. */
public record ConsumeQueueData(
        long physicOffset,
        int physicSize,
        long tagsCode,
        String extendDataJson,
        String bitMap,
        boolean eval,
        String msg) {}
