package io.ferrymq.client.impl.producer;

import io.ferrymq.client.impl.factory.TopicRoute;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** A topic that this producer sends to: whose turn it is, and what it looks like while it does not exist yet. */
final class Published {
    private final AtomicInteger next =
            new AtomicInteger(ThreadLocalRandom.current().nextInt());
    private volatile TopicRoute template;

    /** Never negative. */
    int nextIndex() {
        return next.getAndIncrement() & Integer.MAX_VALUE;
    }

    /** The route made from the template of new topics, or null. */
    TopicRoute template() {
        return template;
    }

    void template(TopicRoute route) {
        template = route;
    }
}
