package io.ferrymq.client.impl.consumer;

import io.ferrymq.common.Clock;
import java.util.function.Supplier;

/** What calling the listener takes, whatever its kind. */
record ListenerEnvironment(
        Group group,
        ConsumePool pool,
        Retries retries,
        Supplier<PushSettings> settings,
        ListenerHooks hooks,
        ConsumerStats stats,
        Timer timer,
        Clock clock) {}
