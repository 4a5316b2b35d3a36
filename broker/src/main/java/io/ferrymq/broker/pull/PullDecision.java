package io.ferrymq.broker.pull;

import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.remoting.Response;
import io.ferrymq.store.EntryFilter;

/** Whether a pull may be served. */
sealed interface PullDecision {
    /** It may. */
    record Granted(SubscriptionGroupConfig group, TopicConfig topic, EntryFilter filter) implements PullDecision {}

    /** It may not, for this reason. */
    record Refused(Response<?> response) implements PullDecision {}
}
