package io.ferrymq.broker.consume;

import io.ferrymq.broker.BrokerIdentity;
import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.broker.delay.DelayLevels;
import io.ferrymq.broker.filter.FilterTools;
import io.ferrymq.broker.group.SubscriptionGroups;
import io.ferrymq.broker.registration.MasterWatch;
import io.ferrymq.broker.stats.BrokerStats;
import io.ferrymq.broker.topic.SpecialTopics;
import io.ferrymq.broker.topic.TopicTable;
import io.ferrymq.common.Clock;
import io.ferrymq.store.MessageStore;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * What the composition root hands to the consuming half. Only its composition takes this; each class takes the two or three things it
 * uses.
 *
 * @param special retry and dead letter topics on demand
 * @param arrivals where the consuming half puts its listener for new messages
 * @param configDir where state files stand
 * @param workers for what may block
 * @param ticker one thread for periodic work that does not take long
 */
public record ConsumingParts(
        LiveConfig config,
        BrokerIdentity identity,
        MasterWatch master,
        TopicTable topics,
        SpecialTopics special,
        SubscriptionGroups groups,
        MessageStore store,
        ArrivalRelay arrivals,
        DelayLevels delayLevels,
        BrokerStats stats,
        FilterTools filters,
        Clock clock,
        Path configDir,
        Executor workers,
        ScheduledExecutorService ticker) {}
