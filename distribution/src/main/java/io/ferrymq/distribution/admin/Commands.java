package io.ferrymq.distribution.admin;

import io.ferrymq.distribution.admin.cluster.ClusterListCommand;
import io.ferrymq.distribution.admin.topic.TopicListCommand;
import io.ferrymq.distribution.admin.topic.TopicRouteCommand;
import io.ferrymq.distribution.admin.topic.UpdateTopicCommand;
import java.util.List;

/** Every command there is, in the order in which they are listed. */
final class Commands {
    private Commands() {}

    static List<AdminCommand> all() {
        return List.of(
                // topics
                new UpdateTopicCommand(),
                new TopicListCommand(),
                new TopicRouteCommand(),
                // cluster, brokers, nameservers
                new ClusterListCommand());
    }
}
