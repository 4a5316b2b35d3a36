package io.ferrymq.broker.topic;

import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.constant.PermName;
import io.ferrymq.store.StoreAdmin;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Topics whose queues are in the store and whose settings are lost, as when {@code topics.json} is gone (UP-146): without settings their
 * messages would be out of reach. A topic that was deleted has no queues and does not come back.
 */
public final class RestoredTopics {
    private static final Logger LOG = LoggerFactory.getLogger(RestoredTopics.class);
    private static final int NAMED_MAX = 20;

    private RestoredTopics() {}

    /** Adds to the table what only the store knows, with as many queues as it has and the right to read and write. */
    public static void restore(TopicTable table, StoreAdmin store) {
        Set<String> restored = new TreeSet<>();
        for (String topic : store.topics()) {
            if (table.find(topic) == null) {
                int queues = Collections.max(store.queueIds(topic)) + 1;
                table.put(new TopicConfig(topic, queues, queues, PermName.PERM_READ | PermName.PERM_WRITE));
                restored.add(topic);
            }
        }
        if (!restored.isEmpty()) {
            LOG.warn(
                    "{} topics have messages in the store and no settings in config/topics.json; restored with the queues found,"
                            + " to read and write: {}{}",
                    restored.size(),
                    restored.stream().limit(NAMED_MAX).toList(),
                    restored.size() > NAMED_MAX ? " …" : "");
        }
    }
}
