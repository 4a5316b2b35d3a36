package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.impl.factory.RouteReply;
import io.ferrymq.client.impl.factory.RouteTable;
import io.ferrymq.common.MixAll;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says at the start which topics cannot be found and why. It is no failure: the consumer begins with them as soon as they are there. */
final class MissingTopics {
    private static final Logger LOG = LoggerFactory.getLogger(MissingTopics.class);

    private MissingTopics() {}

    static void tell(Group group, Set<String> topics, RouteTable routes) {
        topics.stream()
                .filter(topic -> routes.cached(topic) == null)
                // The broker makes it when it hears of a new group.
                .filter(topic -> !topic.startsWith(MixAll.RETRY_GROUP_TOPIC_PREFIX))
                .forEach(topic -> routes.fetch(topic).thenAccept(reply -> tell(group, reply)));
    }

    private static void tell(Group group, RouteReply reply) {
        if (reply instanceof RouteReply.Missing missing) {
            LOG.warn(
                    "group {}: nothing is consumed of topic {} until it is found, which is tried again and again: {}",
                    group.name(),
                    missing.topic(),
                    missing.toException().getErrorMessage());
        }
    }
}
