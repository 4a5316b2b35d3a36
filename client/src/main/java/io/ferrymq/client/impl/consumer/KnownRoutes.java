package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.impl.factory.RouteReply;
import io.ferrymq.client.impl.factory.RouteTable;
import io.ferrymq.client.impl.factory.TopicRoute;
import java.util.concurrent.CompletableFuture;

/** Routes as last seen, else asked for; a topic without one is a failure. */
record KnownRoutes(RouteTable routes) {
    CompletableFuture<TopicRoute> of(String topic) {
        TopicRoute known = routes.cached(topic);
        if (known != null) {
            return CompletableFuture.completedFuture(known);
        }
        return routes.fetch(topic).thenApply(reply -> {
            if (reply instanceof RouteReply.Found found) {
                return found.route();
            }
            throw new IllegalStateException("the topic " + topic + " has no route");
        });
    }
}
