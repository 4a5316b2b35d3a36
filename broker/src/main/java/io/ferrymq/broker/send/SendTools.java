package io.ferrymq.broker.send;

import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.store.MessageStore;

/** What every kind of send goes through, in this order: settings, checks, additions to its properties, addresses, the log, the answer. */
public record SendTools(
        LiveConfig config,
        SendChecks checks,
        PropertyAdditions additions,
        StoreHost host,
        MessageStore store,
        SendAnswers answers) {}
