package io.ferrymq.client.impl.factory;

import io.ferrymq.client.impl.factory.RouteReply.Asked;
import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.exception.RemotingConnectException;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.JsonException;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.ClusterInfo;
import io.ferrymq.remoting.protocol.route.BrokerData;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nameservers of this client. One is asked as long as it answers; another one when it does not, or when it does not know what is asked for;
 * but then none is waited for that did not answer a moment ago. The list may be replaced at any time: questions under way go on with the new servers.
 */
public final class NameServers {
    private static final Logger LOG = LoggerFactory.getLogger(NameServers.class);

    /** So long another server has to tell what the first does not know: there must be time left to do without. */
    private static final long SECOND_OPINION_MAX_MS = 500;

    private static final long SILENT_SERVER_REST_MS = 30_000;

    private final RemotingClient remoting;
    // When a server that has not answered since did not answer.
    private final Map<String, Long> silentNanos = new ConcurrentHashMap<>();
    private volatile List<String> addresses;

    NameServers(RemotingClient remoting, List<String> addresses) {
        this.remoting = remoting;
        this.addresses = shuffled(addresses);
    }

    /**
     * What came of a question.
     *
     * @param reply the first success, else null
     * @param unknown whether a server said that it does not know the thing
     */
    record Answer(Reply reply, boolean unknown, List<Asked> asked) {}

    /** The server in use first. */
    public List<String> addresses() {
        return addresses;
    }

    /** Takes over a new list; connections to servers that are no longer on it are closed before this returns. */
    public void replace(List<String> newAddresses) {
        List<String> old;
        synchronized (this) {
            old = addresses;
            if (Set.copyOf(newAddresses).equals(Set.copyOf(old))) {
                return;
            }
            addresses = shuffled(newAddresses);
        }
        LOG.info("nameservers changed from {} to {}", old, newAddresses);
        silentNanos.keySet().retainAll(newAddresses);
        old.stream().filter(address -> !newAddresses.contains(address)).forEach(remoting::disconnect);
    }

    // Clients spread over the servers.
    private static List<String> shuffled(List<String> addresses) {
        List<String> copy = new ArrayList<>(addresses);
        Collections.shuffle(copy);
        return List.copyOf(copy);
    }

    private synchronized void prefer(String address) {
        List<String> now = addresses;
        if (now.contains(address) && !now.get(0).equals(address)) {
            List<String> reordered = new ArrayList<>(now);
            reordered.remove(address);
            reordered.add(0, address);
            addresses = List.copyOf(reordered);
        }
    }

    private boolean isResting(String address) {
        Long nanos = silentNanos.get(address);
        return nanos != null && System.nanoTime() - nanos < TimeUnit.MILLISECONDS.toNanos(SILENT_SERVER_REST_MS);
    }

    /** What is registered at the nameserver in use; empty when none answers. Never fails, never blocks. */
    CompletableFuture<Optional<ClusterInfo>> clusters(long timeoutMs) {
        return ask(Request.of(RequestCode.GET_BROKER_CLUSTER_INFO), timeoutMs).thenApply(answer -> {
            try {
                return Optional.ofNullable(answer.reply()).map(reply -> Json.decode(reply.body(), ClusterInfo.class));
            } catch (JsonException e) {
                LOG.warn("the brokers of the cluster could not be asked for: {}", e.getMessage());
                return Optional.empty();
            }
        });
    }

    /** All brokers registered at the nameserver in use; empty when none answers. */
    public Collection<BrokerData> allBrokers(long timeoutMs) throws InterruptedException {
        try {
            return clusters(timeoutMs)
                    .get(timeoutMs + 1_000, TimeUnit.MILLISECONDS)
                    .map(known -> known.brokerAddrTable().values())
                    .orElse(List.of());
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("the brokers of the cluster could not be asked for: {}", e.getMessage());
            return List.of();
        }
    }

    /** Asks until one server answers with success; never fails, never blocks. */
    CompletableFuture<Answer> ask(Request<?> request, long timeoutMs) {
        Question question = new Question(request, timeoutMs);
        question.askNext();
        return question.answer;
    }

    private final class Question {
        private final Request<?> request;
        private final long deadlineNanos;
        private final CompletableFuture<Answer> answer = new CompletableFuture<>();
        // Handed from one callback to the next: never two at a time.
        private final List<Asked> asked = new ArrayList<>();
        private final List<String> done = new ArrayList<>();
        private boolean answered;
        private boolean unknown;

        Question(Request<?> request, long timeoutMs) {
            this.request = request;
            this.deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        }

        void askNext() {
            List<String> left = new ArrayList<>(addresses);
            left.removeAll(done);
            if (answered) {
                left.stream()
                        .filter(NameServers.this::isResting)
                        .forEach(address -> asked.add(new Asked(address, "nothing a moment ago, not asked again")));
                left.removeIf(NameServers.this::isResting);
            }
            long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
            if (left.isEmpty() || leftMs <= 0) {
                answer.complete(new Answer(null, unknown, asked));
                return;
            }
            String address = left.get(0);
            done.add(address);
            // A server that hangs leaves time for the others.
            long shareMs = Math.max(1, leftMs / left.size());
            remoting.callAsync(address, request, answered ? Math.min(shareMs, SECOND_OPINION_MAX_MS) : shareMs)
                    .whenComplete((reply, failure) -> heard(address, reply, failure));
        }

        private void heard(String address, Reply reply, Throwable failure) {
            if (failure != null) {
                silentNanos.put(address, System.nanoTime());
                asked.add(new Asked(address, describe(failure)));
                askNext();
                return;
            }
            silentNanos.remove(address);
            if (reply.isSuccess() || (!answered && !asked.isEmpty())) {
                // It knows more than those before, or at least answers.
                prefer(address);
            }
            answered = true;
            if (reply.isSuccess()) {
                answer.complete(new Answer(reply, false, asked));
            } else {
                unknown |= reply.code() == ResponseCode.TOPIC_NOT_EXIST;
                asked.add(new Asked(
                        address,
                        ResponseCode.nameOf(reply.code())
                                + (reply.remark() == null ? "" : " (" + reply.remark() + ")")));
                askNext();
            }
        }

        private String describe(Throwable failure) {
            return failure instanceof RemotingConnectException
                    ? "cannot be connected (" + failure.getMessage() + ")"
                    : failure.getMessage();
        }
    }
}
