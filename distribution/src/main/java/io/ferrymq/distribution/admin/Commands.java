package io.ferrymq.distribution.admin;

import io.ferrymq.distribution.admin.broker.BrokerStatusCommand;
import io.ferrymq.distribution.admin.broker.CleanExpiredCqCommand;
import io.ferrymq.distribution.admin.broker.CleanUnusedTopicCommand;
import io.ferrymq.distribution.admin.broker.DeleteExpiredCommitLogCommand;
import io.ferrymq.distribution.admin.broker.GetBrokerConfigCommand;
import io.ferrymq.distribution.admin.broker.UpdateBrokerConfigCommand;
import io.ferrymq.distribution.admin.cluster.ClusterListCommand;
import io.ferrymq.distribution.admin.group.BrokerConsumeStatsCommand;
import io.ferrymq.distribution.admin.group.CloneGroupOffsetCommand;
import io.ferrymq.distribution.admin.group.ConsumerConnectionCommand;
import io.ferrymq.distribution.admin.group.ConsumerProgressCommand;
import io.ferrymq.distribution.admin.group.ConsumerStatusCommand;
import io.ferrymq.distribution.admin.group.DeleteSubGroupCommand;
import io.ferrymq.distribution.admin.group.GetConsumerConfigCommand;
import io.ferrymq.distribution.admin.group.ProducerCommand;
import io.ferrymq.distribution.admin.group.ProducerConnectionCommand;
import io.ferrymq.distribution.admin.group.ResetOffsetByTimeCommand;
import io.ferrymq.distribution.admin.group.SkipAccumulatedMessageCommand;
import io.ferrymq.distribution.admin.group.UpdateSubGroupCommand;
import io.ferrymq.distribution.admin.message.CheckMsgSendRtCommand;
import io.ferrymq.distribution.admin.message.ConsumeMessageCommand;
import io.ferrymq.distribution.admin.message.PrintMsgByQueueCommand;
import io.ferrymq.distribution.admin.message.PrintMsgCommand;
import io.ferrymq.distribution.admin.message.QueryCqCommand;
import io.ferrymq.distribution.admin.message.QueryMsgByIdCommand;
import io.ferrymq.distribution.admin.message.QueryMsgByKeyCommand;
import io.ferrymq.distribution.admin.message.QueryMsgByOffsetCommand;
import io.ferrymq.distribution.admin.message.QueryMsgByUniqueKeyCommand;
import io.ferrymq.distribution.admin.message.QueryMsgTraceByIdCommand;
import io.ferrymq.distribution.admin.message.SendMessageCommand;
import io.ferrymq.distribution.admin.message.SendMsgStatusCommand;
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
                // groups
                new UpdateSubGroupCommand(),
                new DeleteSubGroupCommand(),
                new GetConsumerConfigCommand(),
                new ConsumerProgressCommand(),
                new ConsumerStatusCommand(),
                new ConsumerConnectionCommand(),
                new ProducerConnectionCommand(),
                new ProducerCommand(),
                new BrokerConsumeStatsCommand(),
                new CloneGroupOffsetCommand(),
                new ResetOffsetByTimeCommand(),
                new SkipAccumulatedMessageCommand(),
                // messages
                new QueryMsgByIdCommand(),
                new QueryMsgByKeyCommand(),
                new QueryMsgByUniqueKeyCommand(),
                new QueryMsgByOffsetCommand(),
                new QueryMsgTraceByIdCommand(),
                new QueryCqCommand(),
                new PrintMsgCommand(),
                new PrintMsgByQueueCommand(),
                new ConsumeMessageCommand(),
                new SendMessageCommand(),
                new SendMsgStatusCommand(),
                new CheckMsgSendRtCommand(),
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
