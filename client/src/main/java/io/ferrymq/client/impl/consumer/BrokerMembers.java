package io.ferrymq.client.impl.consumer;

import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.GetConsumerListByGroupResponseBody;
import io.ferrymq.remoting.protocol.header.GetConsumerListByGroupRequestHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Asks brokers for the members of a group, one after the other until one answers; those that failed last time come last. */
final class BrokerMembers implements Members {
    private static final long TIMEOUT_MS = 3_000;

    private final String group;
    private final BrokerLine brokers;
    private final Set<String> failed = ConcurrentHashMap.newKeySet();

    BrokerMembers(String group, BrokerLine brokers) {
        this.group = group;
        this.brokers = brokers;
    }

    @Override
    public CompletableFuture<List<String>> of(List<String> brokerNames) {
        List<String> order = new ArrayList<>(brokerNames);
        order.sort((a, b) -> Boolean.compare(failed.contains(a), failed.contains(b)));
        CompletableFuture<List<String>> members = new CompletableFuture<>();
        ask(order, 0, members);
        return members;
    }

    private void ask(List<String> order, int index, CompletableFuture<List<String>> members) {
        if (index == order.size()) {
            members.completeExceptionally(
                    new IllegalStateException("none of the brokers " + order + " names the members of " + group));
            return;
        }
        String broker = order.get(index);
        brokers.ask(
                        broker,
                        Request.of(
                                RequestCode.GET_CONSUMER_LIST_BY_GROUP, new GetConsumerListByGroupRequestHeader(group)),
                        TIMEOUT_MS)
                .thenApply(reply -> Json.decode(reply.body(), GetConsumerListByGroupResponseBody.class)
                        .consumerIdList())
                .whenComplete((ids, failure) -> {
                    if (failure == null && !ids.isEmpty()) {
                        failed.remove(broker);
                        members.complete(ids);
                    } else {
                        failed.add(broker);
                        ask(order, index + 1, members);
                    }
                });
    }
}
