package io.ferrymq.broker.follow;

import io.ferrymq.broker.BrokerIdentity;
import io.ferrymq.broker.offset.ConsumerOffsets;
import io.ferrymq.common.MixAll;
import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.JsonException;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.ClusterInfo;
import io.ferrymq.remoting.protocol.body.ConsumerOffsetSerializeWrapper;
import io.ferrymq.remoting.protocol.route.BrokerData;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A master that starts asks its slaves where groups stand, before anybody is told that it is back: groups have gone on at the slaves. A slave
 * that does not answer now hands its positions back when it next copies.
 */
public final class SlavePositions {
    private static final Logger LOG = LoggerFactory.getLogger(SlavePositions.class);
    private static final long TIMEOUT_MS = 1_000;

    private final RemotingClient client;
    private final BrokerIdentity identity;
    private final ConsumerOffsets offsets;
    private final BiPredicate<String, String> known;

    /** @param known whether a group (first) and a topic exist */
    public SlavePositions(
            RemotingClient client,
            BrokerIdentity identity,
            ConsumerOffsets offsets,
            BiPredicate<String, String> known) {
        this.client = client;
        this.identity = identity;
        this.offsets = offsets;
        this.known = known;
    }

    /** Asks for about two seconds at most, and usually for no longer than the answers take. */
    public void takeBack(List<String> nameServers) {
        List<CompletableFuture<Set<String>>> questions =
                nameServers.stream().map(this::slavesKnownTo).toList();
        Set<String> slaves = new LinkedHashSet<>();
        questions.forEach(question -> slaves.addAll(question.join()));
        List<CompletableFuture<Void>> copies = new ArrayList<>();
        for (String slave : slaves) {
            copies.add(ask(slave, Request.of(RequestCode.GET_ALL_CONSUMER_OFFSET))
                    .thenAccept(reply -> take(slave, reply))
                    .exceptionally(failure -> {
                        LOG.info("slave {} does not tell where groups stand: {}", slave, failure.getMessage());
                        return null;
                    }));
        }
        copies.forEach(CompletableFuture::join);
    }

    private CompletableFuture<Set<String>> slavesKnownTo(String nameServer) {
        return ask(nameServer, Request.of(RequestCode.GET_BROKER_CLUSTER_INFO))
                .thenApply(reply -> reply.isSuccess() ? slavesIn(reply.body()) : Set.<String>of())
                .exceptionally(failure -> {
                    LOG.debug("nameserver {} does not tell of slaves: {}", nameServer, failure.getMessage());
                    return Set.of();
                });
    }

    private Set<String> slavesIn(byte[] body) {
        BrokerData group =
                Json.decode(body, ClusterInfo.class).brokerAddrTable().get(identity.brokerName());
        Set<String> slaves = new LinkedHashSet<>();
        if (group != null && identity.clusterName().equals(group.cluster())) {
            for (Map.Entry<Long, String> member : group.brokerAddrs().entrySet()) {
                if (member.getKey() != MixAll.MASTER_ID && !member.getValue().equals(identity.address())) {
                    slaves.add(member.getValue());
                }
            }
        }
        return slaves;
    }

    private CompletableFuture<Reply> ask(String address, Request<?> request) {
        return client.callAsync(address, request, TIMEOUT_MS)
                .orTimeout(TIMEOUT_MS, TimeUnit.MILLISECONDS)
                .thenApply(reply -> reply);
    }

    private void take(String slave, Reply reply) {
        if (!reply.isSuccess()) {
            throw new IllegalStateException("it answers " + reply.code() + " " + reply.remark());
        }
        try {
            int moved = offsets.takeBack(Json.decode(reply.body(), ConsumerOffsetSerializeWrapper.class), known, slave);
            if (moved > 0) {
                LOG.info("{} positions of groups were further at slave {}: taken back", moved, slave);
            }
        } catch (JsonException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }
}
