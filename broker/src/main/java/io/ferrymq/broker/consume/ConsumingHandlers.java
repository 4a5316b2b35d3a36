package io.ferrymq.broker.consume;

import io.ferrymq.broker.client.AllProducersHandler;
import io.ferrymq.broker.client.CheckClientConfigHandler;
import io.ferrymq.broker.client.ConsumerConnectionsHandler;
import io.ferrymq.broker.client.ConsumerListHandler;
import io.ferrymq.broker.client.ConsumerTable;
import io.ferrymq.broker.client.HeartbeatHandler;
import io.ferrymq.broker.client.Membership;
import io.ferrymq.broker.client.ProducerConnectionsHandler;
import io.ferrymq.broker.client.ProducerTable;
import io.ferrymq.broker.client.Subscriptions;
import io.ferrymq.broker.client.UnregisterClientHandler;
import io.ferrymq.broker.delay.DelayOffsets;
import io.ferrymq.broker.delay.DelayOffsetsHandler;
import io.ferrymq.broker.inspect.BrokerConsumeStatsHandler;
import io.ferrymq.broker.inspect.ConsumeStatsHandler;
import io.ferrymq.broker.inspect.GroupProgress;
import io.ferrymq.broker.inspect.QueueEntriesHandler;
import io.ferrymq.broker.inspect.TimeSpanHandler;
import io.ferrymq.broker.inspect.TopicStatsHandler;
import io.ferrymq.broker.inspect.WhoConsumesHandlers;
import io.ferrymq.broker.lock.LockQueuesHandler;
import io.ferrymq.broker.lock.QueueLocks;
import io.ferrymq.broker.lock.UnlockQueuesHandler;
import io.ferrymq.broker.offset.AllOffsetsHandler;
import io.ferrymq.broker.offset.CloneOffsetsHandler;
import io.ferrymq.broker.offset.CommitOffsetHandler;
import io.ferrymq.broker.offset.ConsumerOffsets;
import io.ferrymq.broker.offset.CorrectionOffsetHandler;
import io.ferrymq.broker.offset.OffsetFile;
import io.ferrymq.broker.offset.QueryOffsetHandler;
import io.ferrymq.broker.offset.QueueBoundsHandlers;
import io.ferrymq.broker.pull.PullHandler;
import io.ferrymq.broker.query.QueryByKeyHandler;
import io.ferrymq.broker.query.ViewMessageHandler;
import io.ferrymq.broker.relay.ConsumeDirectlyHandler;
import io.ferrymq.broker.relay.ConsumerStatusHandler;
import io.ferrymq.broker.relay.RunningInfoHandler;
import io.ferrymq.broker.replication.ReplicaPromise;
import io.ferrymq.broker.reset.ResetOffsetHandler;
import io.ferrymq.broker.reset.ResetPush;
import io.ferrymq.broker.retry.CopyAppender;
import io.ferrymq.broker.retry.SendBackHandler;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.CloneGroupOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.ConsumeMessageDirectlyRequestHeader;
import io.ferrymq.remoting.protocol.header.ConsumerSendMsgBackRequestHeader;
import io.ferrymq.remoting.protocol.header.GetConsumeStatsInBrokerRequestHeader;
import io.ferrymq.remoting.protocol.header.GetConsumeStatsRequestHeader;
import io.ferrymq.remoting.protocol.header.GetConsumerConnectionListRequestHeader;
import io.ferrymq.remoting.protocol.header.GetConsumerListByGroupRequestHeader;
import io.ferrymq.remoting.protocol.header.GetConsumerRunningInfoRequestHeader;
import io.ferrymq.remoting.protocol.header.GetConsumerStatusRequestHeader;
import io.ferrymq.remoting.protocol.header.GetEarliestMsgStoretimeRequestHeader;
import io.ferrymq.remoting.protocol.header.GetMaxOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.GetMinOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.GetProducerConnectionListRequestHeader;
import io.ferrymq.remoting.protocol.header.GetTopicStatsInfoRequestHeader;
import io.ferrymq.remoting.protocol.header.PullMessageCodec;
import io.ferrymq.remoting.protocol.header.QueryConsumeQueueRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryConsumeTimeSpanRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryConsumerOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryCorrectionOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.QuerySubscriptionByConsumerRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryTopicConsumeByWhoRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryTopicsByConsumerRequestHeader;
import io.ferrymq.remoting.protocol.header.ResetOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.SearchOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.UnregisterClientRequestHeader;
import io.ferrymq.remoting.protocol.header.UpdateConsumerOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.ViewMessageRequestHeader;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.MessageToStore;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Which request of the consuming half is served by what, and whether on the event loop or on a worker. */
final class ConsumingHandlers {
    private final BrokerContext broker;
    private final MessageStore store;
    private final Statistics statistics;
    private final Supplier<ConsumingSettings> settings;
    private final Executor workers;

    ConsumingHandlers(
            BrokerContext broker,
            MessageStore store,
            Statistics statistics,
            Supplier<ConsumingSettings> settings,
            Executor workers) {
        this.broker = broker;
        this.store = store;
        this.statistics = statistics;
        this.settings = settings;
        this.workers = workers;
    }

    void clients(
            HandlerTable.Builder table,
            Membership membership,
            ConsumerTable consumers,
            ProducerTable producers,
            Subscriptions subscriptions,
            QueueLocks locks) {
        table.on(workers, RequestCode.HEART_BEAT, new HeartbeatHandler(membership, consumers, broker))
                .on(
                        RequestCode.UNREGISTER_CLIENT,
                        UnregisterClientRequestHeader.class,
                        new UnregisterClientHandler(membership, locks))
                .on(RequestCode.CHECK_CLIENT_CONFIG, new CheckClientConfigHandler(subscriptions, () -> settings.get()
                        .pulls()
                        .filters()
                        .properties()))
                .on(
                        RequestCode.GET_CONSUMER_LIST_BY_GROUP,
                        GetConsumerListByGroupRequestHeader.class,
                        new ConsumerListHandler(consumers))
                .on(
                        RequestCode.GET_CONSUMER_CONNECTION_LIST,
                        GetConsumerConnectionListRequestHeader.class,
                        new ConsumerConnectionsHandler(consumers))
                .on(
                        RequestCode.GET_PRODUCER_CONNECTION_LIST,
                        GetProducerConnectionListRequestHeader.class,
                        new ProducerConnectionsHandler(producers))
                .on(workers, RequestCode.GET_ALL_PRODUCER_INFO, new AllProducersHandler(producers));
        relays(table, consumers);
    }

    private void relays(HandlerTable.Builder table, ConsumerTable consumers) {
        table.on(
                        RequestCode.GET_CONSUMER_RUNNING_INFO,
                        GetConsumerRunningInfoRequestHeader.class,
                        new RunningInfoHandler(consumers))
                .on(
                        workers,
                        RequestCode.CONSUME_MESSAGE_DIRECTLY,
                        ConsumeMessageDirectlyRequestHeader.class,
                        new ConsumeDirectlyHandler(consumers, broker, store))
                .on(
                        RequestCode.INVOKE_BROKER_TO_GET_CONSUMER_STATUS,
                        GetConsumerStatusRequestHeader.class,
                        new ConsumerStatusHandler(consumers));
    }

    void messages(
            HandlerTable.Builder table,
            ConsumerTable consumers,
            PullHandler pulls,
            UnaryOperator<MessageToStore> scheduling,
            ReplicaPromise replicas) {
        CopyAppender appender =
                new CopyAppender(store, scheduling, settings.get().waitForDisk(), replicas);
        table.on(RequestCode.PULL_MESSAGE, PullMessageCodec.INSTANCE, pulls)
                .on(RequestCode.LITE_PULL_MESSAGE, PullMessageCodec.INSTANCE, pulls)
                .on(
                        workers,
                        RequestCode.CONSUMER_SEND_MSG_BACK,
                        ConsumerSendMsgBackRequestHeader.class,
                        new SendBackHandler(broker, consumers, store, appender, statistics))
                .on(workers, RequestCode.QUERY_MESSAGE, QueryMessageRequestHeader.class, new QueryByKeyHandler(store))
                .on(
                        workers,
                        RequestCode.VIEW_MESSAGE_BY_ID,
                        ViewMessageRequestHeader.class,
                        new ViewMessageHandler(store));
    }

    void positions(
            HandlerTable.Builder table,
            ConsumerOffsets offsets,
            OffsetFile file,
            ConsumerTable consumers,
            PullHandler pulls) {
        ResetPush push = new ResetPush(consumers, offsets, broker.host().name());
        table.on(
                        RequestCode.QUERY_CONSUMER_OFFSET,
                        QueryConsumerOffsetRequestHeader.class,
                        new QueryOffsetHandler(
                                offsets,
                                consumers,
                                broker,
                                store,
                                settings.get().inMemoryBytes()))
                .on(
                        RequestCode.UPDATE_CONSUMER_OFFSET,
                        UpdateConsumerOffsetRequestHeader.class,
                        new CommitOffsetHandler(offsets, consumers, broker))
                .on(workers, RequestCode.GET_ALL_CONSUMER_OFFSET, new AllOffsetsHandler(offsets))
                .on(
                        workers,
                        RequestCode.INVOKE_BROKER_TO_RESET_OFFSET,
                        ResetOffsetRequestHeader.class,
                        new ResetOffsetHandler(
                                broker, offsets, file::flush, store.queues(), pulls.waiting(), push, settings))
                .on(
                        workers,
                        RequestCode.CLONE_GROUP_OFFSET,
                        CloneGroupOffsetRequestHeader.class,
                        new CloneOffsetsHandler(offsets, file::flush, broker, consumers, pulls.waiting()::wakeQueue))
                .on(
                        workers,
                        RequestCode.QUERY_CORRECTION_OFFSET,
                        QueryCorrectionOffsetRequestHeader.class,
                        new CorrectionOffsetHandler(offsets));
    }

    void queues(HandlerTable.Builder table, QueueLocks locks, DelayOffsets delays) {
        QueueBoundsHandlers bounds = new QueueBoundsHandlers(store.queues());
        table.on(RequestCode.GET_MAX_OFFSET, GetMaxOffsetRequestHeader.class, bounds::max)
                .on(RequestCode.GET_MIN_OFFSET, GetMinOffsetRequestHeader.class, bounds::min)
                .on(workers, RequestCode.SEARCH_OFFSET_BY_TIMESTAMP, SearchOffsetRequestHeader.class, bounds::search)
                .on(
                        workers,
                        RequestCode.GET_EARLIEST_MSG_STORETIME,
                        GetEarliestMsgStoretimeRequestHeader.class,
                        bounds::earliestTime)
                .on(RequestCode.LOCK_BATCH_MQ, new LockQueuesHandler(locks, broker.clock()))
                .on(RequestCode.UNLOCK_BATCH_MQ, new UnlockQueuesHandler(locks))
                .on(workers, RequestCode.GET_ALL_DELAY_OFFSET, new DelayOffsetsHandler(delays));
    }

    void inspections(HandlerTable.Builder table, ConsumerTable consumers, ConsumerOffsets offsets) {
        GroupProgress progress =
                new GroupProgress(broker, consumers, offsets, store.queues(), statistics, () -> settings.get()
                        .offsets()
                        .lagScanMax());
        WhoConsumesHandlers who =
                new WhoConsumesHandlers(consumers, offsets, broker.host().address());
        table.on(
                        workers,
                        RequestCode.GET_CONSUME_STATS,
                        GetConsumeStatsRequestHeader.class,
                        new ConsumeStatsHandler(progress))
                .on(
                        workers,
                        RequestCode.GET_BROKER_CONSUME_STATS,
                        GetConsumeStatsInBrokerRequestHeader.class,
                        new BrokerConsumeStatsHandler(progress, broker))
                .on(
                        workers,
                        RequestCode.GET_TOPIC_STATS_INFO,
                        GetTopicStatsInfoRequestHeader.class,
                        new TopicStatsHandler(broker, store.queues(), statistics))
                .on(
                        workers,
                        RequestCode.QUERY_CONSUME_TIME_SPAN,
                        QueryConsumeTimeSpanRequestHeader.class,
                        new TimeSpanHandler(broker, offsets, store.queues()))
                .on(
                        workers,
                        RequestCode.QUERY_CONSUME_QUEUE,
                        QueryConsumeQueueRequestHeader.class,
                        new QueueEntriesHandler(store, consumers))
                .on(
                        workers,
                        RequestCode.QUERY_TOPIC_CONSUME_BY_WHO,
                        QueryTopicConsumeByWhoRequestHeader.class,
                        who::groupsOfTopic)
                .on(
                        workers,
                        RequestCode.QUERY_TOPICS_BY_CONSUMER,
                        QueryTopicsByConsumerRequestHeader.class,
                        who::topicsOfGroup)
                .on(
                        workers,
                        RequestCode.QUERY_SUBSCRIPTION_BY_CONSUMER,
                        QuerySubscriptionByConsumerRequestHeader.class,
                        who::subscription);
    }
}
