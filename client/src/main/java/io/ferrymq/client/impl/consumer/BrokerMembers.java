package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.impl.factory.BrokerAddress;
import io.ferrymq.common.Clock;
import io.ferrymq.common.MixAll;
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
import java.util.concurrent.TimeUnit;

/**
 * Asks brokers for the members of a group, one after the other until one answers. One that hangs is not waited for: the next is asked after half
 * a second, and whoever failed is asked last from then on.
 */
final class BrokerMembers implements Members {
    private static final long TIMEOUT_MS = 3_000;
    private static final long PATIENCE_MS = 500;

    private final String group;
    private final BrokerLine brokers;
    private final MembersSeen seen;
    private final Set<String> failed = ConcurrentHashMap.newKeySet();

    BrokerMembers(String group, BrokerLine brokers, Clock clock) {
        this.group = group;
        this.brokers = brokers;
        this.seen = new MembersSeen(clock);
    }

    /** To be told of the connections to brokers. */
    MembersSeen seen() {
        return seen;
    }

    @Override
    public CompletableFuture<List<String>> of(List<String> brokerNames) {
        List<String> order = new ArrayList<>(brokerNames);
        order.sort((a, b) -> Boolean.compare(failed.contains(a), failed.contains(b)));
        Round round = new Round(order);
        round.askNext();
        return round.members;
    }

    private CompletableFuture<List<String>> ask(String broker) {
        return brokers.ask(
                        broker,
                        Request.of(
                                RequestCode.GET_CONSUMER_LIST_BY_GROUP, new GetConsumerListByGroupRequestHeader(group)),
                        TIMEOUT_MS)
                .thenApply(reply -> Json.decode(reply.body(), GetConsumerListByGroupResponseBody.class)
                        .consumerIdList());
    }

    // Where routes have lost the broker meanwhile, nobody can tell since when it has been there: it is asked again.
    private boolean isWhole(String brokerName, List<String> ids) {
        BrokerAddress broker = brokers.find(brokerName, MixAll.MASTER_ID);
        return broker != null
                && !ids.isEmpty()
                && seen.missing(broker.address(), ids).isEmpty();
    }

    /** One question to as many brokers as it takes. */
    private final class Round {
        private final CompletableFuture<List<String>> members = new CompletableFuture<>();
        private final List<String> order;
        private int asked;
        private int answered;

        Round(List<String> order) {
            this.order = order;
        }

        void askNext() {
            String broker;
            synchronized (this) {
                if (members.isDone() || asked == order.size()) {
                    return;
                }
                broker = order.get(asked++);
            }
            new CompletableFuture<Void>()
                    .completeOnTimeout(null, PATIENCE_MS, TimeUnit.MILLISECONDS)
                    .thenRun(this::askNext);
            ask(broker).whenComplete((ids, failure) -> {
                if (failure == null && isWhole(broker, ids)) {
                    failed.remove(broker);
                    members.complete(ids);
                } else {
                    failed.add(broker);
                    failed();
                }
            });
        }

        private void failed() {
            boolean last;
            synchronized (this) {
                answered++;
                last = answered == order.size();
            }
            if (last) {
                members.completeExceptionally(
                        new IllegalStateException("none of the brokers " + order + " names the members of " + group));
            } else {
                askNext();
            }
        }
    }
}
