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
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nameservers of this client. One is asked as long as it answers; another one when it does not, or when it does not know what is asked for.
 * The list may be replaced at any time: questions under way go on with the new servers.
 */
public final class NameServers {
    private static final Logger LOG = LoggerFactory.getLogger(NameServers.class);

    private final RemotingClient remoting;
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

    /** All brokers registered at the nameserver in use; empty when none answers. */
    public Collection<BrokerData> allBrokers(long timeoutMs) throws InterruptedException {
        try {
            Reply reply = ask(Request.of(RequestCode.GET_BROKER_CLUSTER_INFO), timeoutMs)
                    .get(timeoutMs + 1_000, TimeUnit.MILLISECONDS)
                    .reply();
            return reply == null
                    ? List.of()
                    : Json.decode(reply.body(), ClusterInfo.class)
                            .brokerAddrTable()
                            .values();
        } catch (ExecutionException | TimeoutException | JsonException e) {
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
        private boolean unknown;

        Question(Request<?> request, long timeoutMs) {
            this.request = request;
            this.deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        }

        void askNext() {
            List<String> left = new ArrayList<>(addresses);
            left.removeAll(done);
            long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
            if (left.isEmpty() || leftMs <= 0) {
                answer.complete(new Answer(null, unknown, asked));
                return;
            }
            String address = left.get(0);
            done.add(address);
            // A server that hangs leaves time for the others.
            remoting.callAsync(address, request, Math.max(1, leftMs / left.size()))
                    .whenComplete((reply, failure) -> heard(address, reply, failure));
        }

        private void heard(String address, Reply reply, Throwable failure) {
            if (failure != null) {
                asked.add(new Asked(address, describe(failure)));
                askNext();
            } else if (reply.isSuccess()) {
                prefer(address);
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
