package io.ferrymq.broker.topic;

import io.ferrymq.common.Clock;
import io.ferrymq.common.DataVersion;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.constant.PermName;
import io.ferrymq.common.io.StateFile;
import io.ferrymq.remoting.protocol.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
        return new TopicTable(readable(content), clock, executor, file);
    }

    // Brokers up to 4.8 made topics of dead letters that nobody could read.
    private static TopicsFile readable(TopicsFile content) {
        Map<String, TopicConfig> topics = new HashMap<>(content.topicConfigTable());
        List<String> changed = new ArrayList<>();
        topics.replaceAll((name, topic) -> {
            if (!MixAll.isDLQTopic(name) || topic.perm() != PermName.PERM_WRITE) {
                return topic;
            }
            changed.add(name);
            return topic.withPerm(PermName.PERM_READ | PermName.PERM_WRITE);
        });
        if (!changed.isEmpty()) {
            LOG.info(
                    "{} topics of dead letters could only be written to and can be read now: {}",
                    changed.size(),
                    changed);
        }
        return new TopicsFile(content.dataVersion(), topics);
    }
}
