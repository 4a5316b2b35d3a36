package io.ferrymq.distribution.chaos;

import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.body.ConsumerOffsetSerializeWrapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A broker that was killed, and the positions that it had on disk then: groups go on from there.
 *
 * @param fromNanos before it was killed
 * @param toNanos when it was up again
 */
record Outage(long fromNanos, long toNanos, Map<String, Map<Integer, Long>> onDisk) {
    static Map<String, Map<Integer, Long>> positionsIn(Path store) throws IOException {
        Path file = store.resolve("config").resolve("consumerOffset.json");
        return Files.exists(file)
                ? Json.decode(Files.readAllBytes(file), ConsumerOffsetSerializeWrapper.class)
                        .offsetTable()
                : Map.of();
    }

    static long of(Map<String, Map<Integer, Long>> positions, String topic, String group, int queue) {
        return positions.getOrDefault(topic + "@" + group, Map.of()).getOrDefault(queue, 0L);
    }
}
