package io.ferrymq.distribution.admin;

import io.ferrymq.distribution.admin.broker.BrokerStatusCommand;
import io.ferrymq.distribution.admin.broker.CleanExpiredCqCommand;
import io.ferrymq.distribution.admin.broker.CleanUnusedTopicCommand;
import io.ferrymq.distribution.admin.broker.DeleteExpiredCommitLogCommand;
import io.ferrymq.distribution.admin.broker.GetBrokerConfigCommand;
import io.ferrymq.distribution.admin.broker.UpdateBrokerConfigCommand;
import io.ferrymq.distribution.admin.cluster.ClusterListCommand;
import io.ferrymq.distribution.admin.nameserver.AddWritePermCommand;
import io.ferrymq.distribution.admin.nameserver.DeleteKvConfigCommand;
import io.ferrymq.distribution.admin.nameserver.GetNamesrvConfigCommand;
import io.ferrymq.distribution.admin.nameserver.UpdateKvConfigCommand;
import io.ferrymq.distribution.admin.nameserver.UpdateNamesrvConfigCommand;
import io.ferrymq.distribution.admin.nameserver.WipeWritePermCommand;
import io.ferrymq.distribution.admin.topic.AllocateMqCommand;
import io.ferrymq.distribution.admin.topic.DeleteTopicCommand;
import io.ferrymq.distribution.admin.topic.TopicClusterListCommand;
import io.ferrymq.distribution.admin.topic.TopicListCommand;
import io.ferrymq.distribution.admin.topic.TopicRouteCommand;
import io.ferrymq.distribution.admin.topic.TopicStatusCommand;
import io.ferrymq.distribution.admin.topic.UpdateOrderConfCommand;
import io.ferrymq.distribution.admin.topic.UpdateTopicCommand;
import io.ferrymq.distribution.admin.topic.UpdateTopicPermCommand;
import java.util.List;

/** Every command there is, in the order in which they are listed. */
final class Commands {
    private Commands() {}

    static List<AdminCommand> all() {
        return List.of(
                // topics
                new UpdateTopicCommand(),
                new DeleteTopicCommand(),
                new UpdateTopicPermCommand(),
                new TopicListCommand(),
                new TopicRouteCommand(),
                new TopicStatusCommand(),
                new TopicClusterListCommand(),
                new UpdateOrderConfCommand(),
                new AllocateMqCommand(),
                // cluster, brokers, nameservers
                new ClusterListCommand(),
                new BrokerStatusCommand(),
                new GetBrokerConfigCommand(),
                new UpdateBrokerConfigCommand(),
                new CleanExpiredCqCommand(),
                new CleanUnusedTopicCommand(),
                new DeleteExpiredCommitLogCommand(),
                new WipeWritePermCommand(),
                new AddWritePermCommand(),
                new UpdateKvConfigCommand(),
                new DeleteKvConfigCommand(),
                new GetNamesrvConfigCommand(),
                new UpdateNamesrvConfigCommand());
    }
}
