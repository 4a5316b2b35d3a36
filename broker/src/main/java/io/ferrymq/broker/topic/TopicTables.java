package io.ferrymq.broker.topic;

import io.ferrymq.common.Clock;
import io.ferrymq.common.DataVersion;
import io.ferrymq.common.io.StateFile;
import io.ferrymq.remoting.protocol.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the table of topics that {@code topics.json} holds. */
public final class TopicTables {
    private static final Logger LOG = LoggerFactory.getLogger(TopicTables.class);

    private TopicTables() {}

    /** @param executor writes the file; may wait for the disk */
    public static TopicTable open(Path configDir, Clock clock, Executor executor) {
        StateFile file = new StateFile(configDir.resolve("topics.json"));
        StateFile.Loaded<TopicsFile> loaded =
                file.read(text -> Json.decode(text.getBytes(StandardCharsets.UTF_8), TopicsFile.class));
        loaded.problems().forEach(problem -> LOG.warn("{}", problem));
        TopicsFile content =
                loaded.value().orElseGet(() -> new TopicsFile(DataVersion.initial(clock.nowMs()), Map.of()));
        return new TopicTable(content, clock, executor, file);
    }
}
