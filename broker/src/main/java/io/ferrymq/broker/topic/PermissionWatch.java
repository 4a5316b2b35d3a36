package io.ferrymq.broker.topic;

import io.ferrymq.broker.config.BrokerConfig;
import java.util.function.Consumer;

/** Nameservers take a new permission of the broker only together with a new version of its topics: this makes one. */
public final class PermissionWatch implements Consumer<BrokerConfig> {
    private final TopicTable topics;
    private int known;

    public PermissionWatch(TopicTable topics, BrokerConfig initial) {
        this.topics = topics;
        this.known = initial.permission();
    }

    @Override
    public synchronized void accept(BrokerConfig changed) {
        if (changed.permission() != known) {
            known = changed.permission();
            topics.touch();
        }
    }
}
