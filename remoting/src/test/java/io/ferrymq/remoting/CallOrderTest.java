package io.ferrymq.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.remoting.exception.RemotingConnectException;
import io.ferrymq.remoting.exception.RemotingException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What one thread asks leaves in the order in which it asked, also while the connection is only being made. */
class CallOrderTest {
    private static final int NUMBERED = 9_100;
    private static final int CALLS = 3_000;
    private static final int TIMEOUT_MS = 20_000;

    public record Numbered(int number) {}

    private final IoThreads serverThreads = new IoThreads("order-server", 1);
    private final IoThreads clientThreads = new IoThreads("order-client", 2);

    @AfterEach
    void stop() {
        clientThreads.close();
        serverThreads.close();
    }

    @Test
    void shouldKeepTheOrderOfCallsMadeBeforeTheConnection() throws Exception {
        List<Integer> came = new CopyOnWriteArrayList<>();
        HandlerTable table = HandlerTable.builder()
                .on(NUMBERED, Numbered.class, (ctx, header, body) -> {
                    came.add(header.number());
                    ctx.respond(Response.success(new byte[0]));
                })
                .build();
        try (RemotingServer server =
                new RemotingServer(serverThreads, RemotingSettings.defaults(), () -> {}, connection -> {})) {
            InetSocketAddress bound = server.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), table);
            for (int round = 0; round < 5; round++) {
                came.clear();
                try (RemotingClient client =
                        new RemotingClient(clientThreads, RemotingSettings.defaults(), HandlerTable.empty())) {
                    CompletableFuture<Reply> last = null;
                    for (int i = 0; i < CALLS; i++) {
                        Request<Numbered> request = Request.of(NUMBERED, new Numbered(i));
                        if (i % 3 == 0) {
                            client.oneway("127.0.0.1:" + bound.getPort(), request);
                        } else {
                            last = client.callAsync("127.0.0.1:" + bound.getPort(), request, TIMEOUT_MS);
                        }
                    }
                    assertThat(last).succeedsWithin(TIMEOUT_MS, TimeUnit.MILLISECONDS);
                }
                assertThat(came)
                        .containsExactlyElementsOf(
                                IntStream.range(0, CALLS).boxed().toList());
            }
        }
    }

    @Test
    void shouldTellEveryCallOfAConnectionThatFails() throws Exception {
        try (RemotingClient client =
                new RemotingClient(clientThreads, RemotingSettings.defaults(), HandlerTable.empty())) {
            List<String> told = new CopyOnWriteArrayList<>();
            List<CompletableFuture<Reply>> calls = IntStream.range(0, 100)
                    .mapToObj(i -> client.callAsync("127.0.0.1:1", Request.of(NUMBERED), TIMEOUT_MS))
                    .toList();
            client.oneway("127.0.0.1:1", Request.of(NUMBERED), failure -> told.add(failure.getMessage()));
            for (CompletableFuture<Reply> call : calls) {
                assertThat(call)
                        .failsWithin(TIMEOUT_MS, TimeUnit.MILLISECONDS)
                        .withThrowableOfType(ExecutionException.class)
                        .withCauseInstanceOf(RemotingConnectException.class)
                        .withMessageContaining("connect to 127.0.0.1:1 failed: ");
            }
            await().atMost(10, TimeUnit.SECONDS).until(() -> !told.isEmpty());
            assertThat(told).singleElement().asString().startsWith("connect to 127.0.0.1:1 failed: ");
        }
    }

    @Test
    void shouldNotBeQuietBeforeAllWhoWaitedWereTold() {
        Connecting connecting = new Connecting();
        List<Boolean> quiet = new CopyOnWriteArrayList<>();
        connecting.inOrder((connection, failure) -> quiet.add(connecting.isQuiet()));
        connecting.inOrder((connection, failure) -> quiet.add(connecting.isQuiet()));
        assertThat(connecting.isQuiet()).isFalse();
        connecting.complete(null);
        assertThat(quiet).containsExactly(false, false);
        assertThat(connecting.isQuiet()).isTrue();
    }

    @Test
    void shouldEndACallWhoseTimeIsOverBeforeTheConnectionIsMade() {
        try (RemotingClient client = new RemotingClient(
                clientThreads, RemotingSettings.defaults().withConnectTimeoutMs(10_000), HandlerTable.empty())) {
            // No machine has this address (RFC 5737); where the network refuses it at once, that is told.
            assertThat(client.callAsync("192.0.2.1:9", Request.of(NUMBERED), 200))
                    .failsWithin(5, TimeUnit.SECONDS)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(RemotingException.class);
        }
    }
}
