package io.ferrymq.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ferrymq.remoting.TestServer.EchoHeader;
import io.ferrymq.remoting.exception.RemotingConnectException;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.exception.RemotingTooMuchRequestException;
import io.ferrymq.remoting.protocol.ResponseCode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Peers that are slow, silent or gone, and callers that ask too much. */
class TransportLimitsTest {
    private static final long TIMEOUT_MS = 60_000;

    private IoThreads threads;
    private RemotingClient client;
    private TestServer server;

    @BeforeEach
    void start() throws Exception {
        threads = new IoThreads("limits-client", 1);
        client = new RemotingClient(threads, RemotingSettings.defaults(), HandlerTable.empty());
        server = new TestServer(RemotingSettings.defaults());
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
        threads.close();
    }

    @Test
    void shouldNotStandStillWhenBothSidesHaveMoreToSayThanBuffersHold() {
        byte[] body = new byte[1 << 20];
        List<CompletableFuture<Reply>> replies = new ArrayList<>();
        for (int i = 0; i < 48; i++) {
            replies.add(client.callAsync(
                    server.text(),
                    Request.of(TestServer.ECHO, new EchoHeader("x", i, null)).withBody(body),
                    TIMEOUT_MS));
        }
        for (CompletableFuture<Reply> reply : replies) {
            assertThat(reply).succeedsWithin(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldRefuseRequestsToAPeerThatTakesNothing() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + silent.getLocalPort();
            byte[] body = new byte[8 << 20];
            List<CompletableFuture<Reply>> replies = new ArrayList<>();
            await().atMost(30, TimeUnit.SECONDS).until(() -> {
                replies.add(client.callAsync(address, Request.of(1, body), TIMEOUT_MS));
                return replies.stream().anyMatch(CompletableFuture::isCompletedExceptionally);
            });
            assertThat(replies).hasSizeLessThan(20);
            assertThatThrownBy(() -> replies.get(replies.size() - 1).get())
                    .hasCauseInstanceOf(RemotingTooMuchRequestException.class)
                    .hasMessageContaining("67108864");
        }
    }

    @Test
    @DisplayName(
            "A connection on which nothing is answered any more, nor closed, is given up, and the next call makes a"
                    + " new one")
    void shouldLeaveAConnectionThatWentSilent() throws Exception {
        try (RemotingClient quick = new RemotingClient(
                        threads, RemotingSettings.defaults().withIdleMaxMs(6_000), HandlerTable.empty());
                ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            silent.setSoTimeout(30_000);
            String address = "127.0.0.1:" + silent.getLocalPort();
            CompletableFuture<Reply> first = quick.callAsync(address, Request.of(1), 600);
            try (Socket gone = silent.accept()) {
                assertThat(first)
                        .failsWithin(30, TimeUnit.SECONDS)
                        .withThrowableOfType(ExecutionException.class)
                        .withMessageContaining("no answer from");
                await().atMost(30, TimeUnit.SECONDS).until(() -> {
                    quick.callAsync(address, Request.of(1), 600);
                    return !quick.isConnected(address);
                });
                quick.callAsync(address, Request.of(1), TIMEOUT_MS);
                silent.accept().close();
                assertThat(gone.isClosed()).as("closed by the client alone").isFalse();
            }
        }
    }

    @Test
    void shouldFailCallsThatAreTooLargeAtOnce() {
        assertThatThrownBy(
                        () -> client.call(server.text(), Request.of(TestServer.ECHO, new byte[17 << 20]), TIMEOUT_MS))
                .isInstanceOf(RemotingException.class)
                .hasMessageContaining("16777216");
    }

    @Test
    void shouldOutliveAListenerThatFails() throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        client.callAsync(server.text(), Request.of(TestServer.WHO), TIMEOUT_MS, new ReplyCallback() {
            @Override
            public void onReply(Reply reply) {
                called.countDown();
                throw new IllegalStateException("listener's own fault");
            }

            @Override
            public void onFailure(RemotingException cause) {
                throw new AssertionError(cause);
            }
        });
        assertThat(called.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(client.isConnected(server.text())).isTrue();
        assertThat(client.call(server.text(), Request.of(TestServer.WHO), TIMEOUT_MS)
                        .code())
                .isZero();
        assertThat(client.isConnected(server.text())).isTrue();
    }

    @Test
    void shouldTellEveryCallerWhenTheClientIsClosed() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            List<CompletableFuture<Reply>> replies = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                replies.add(client.callAsync("127.0.0.1:" + silent.getLocalPort(), Request.of(1), TIMEOUT_MS));
                replies.add(client.callAsync("no-such-host-" + i + ".invalid:1", Request.of(1), TIMEOUT_MS));
            }
            client.close();
            for (CompletableFuture<Reply> reply : replies) {
                assertThat(reply)
                        .failsWithin(30, TimeUnit.SECONDS)
                        .withThrowableOfType(java.util.concurrent.ExecutionException.class)
                        .withCauseInstanceOf(RemotingException.class);
            }
            assertThatThrownBy(() -> client.call(server.text(), Request.of(TestServer.WHO), TIMEOUT_MS))
                    .isInstanceOf(RemotingConnectException.class)
                    .hasMessageContaining("closed");
        }
    }

    @Test
    void shouldTellCallersWhenTheLoopsAreGone() {
        assertThat(client.callAsync(server.text(), Request.of(TestServer.WHO), TIMEOUT_MS))
                .succeedsWithin(30, TimeUnit.SECONDS);
        threads.close();
        assertThat(client.callAsync(server.text(), Request.of(TestServer.WHO), TIMEOUT_MS))
                .failsWithin(30, TimeUnit.SECONDS)
                .withThrowableOfType(ExecutionException.class);
    }

    @Test
    @DisplayName("UP-029: a hundred threads that send first share one connection")
    void up029_shouldMakeOneConnectionForAll() throws Exception {
        AtomicInteger accepted = new AtomicInteger();
        IoThreads serverThreads = new IoThreads("one", 1);
        HandlerTable table = HandlerTable.builder()
                .on(1, (ctx, header, body) -> ctx.respond(Response.success()))
                .build();
        ExecutorService callers = Executors.newFixedThreadPool(100);
        try (RemotingServer one = new RemotingServer(
                serverThreads, RemotingSettings.defaults(), () -> {}, connection -> accepted.incrementAndGet())) {
            int port = one.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), table)
                    .getPort();
            CountDownLatch start = new CountDownLatch(1);
            List<CompletableFuture<Integer>> codes = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                codes.add(CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                start.await();
                                return client.call("127.0.0.1:" + port, Request.of(1), TIMEOUT_MS)
                                        .code();
                            } catch (RemotingException | InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        },
                        callers));
            }
            start.countDown();
            for (CompletableFuture<Integer> code : codes) {
                assertThat(code).succeedsWithin(60, TimeUnit.SECONDS).isEqualTo(0);
            }
            assertThat(accepted).hasValue(1);
        } finally {
            callers.shutdownNow();
            serverThreads.close();
        }
    }

    @Test
    void shouldStopReadingFromAPeerThatTakesNoAnswers() throws Exception {
        String header = "{\"code\":9003,\"opaque\":7,\"extFields\":{\"text\":\"\",\"number\":\"1000000\"}}";
        byte[] request = RawPeer.json(header);
        try (Socket greedy = new Socket(server.address.getAddress(), server.address.getPort())) {
            greedy.setSoTimeout(100);
            ExecutorService sender = Executors.newSingleThreadExecutor();
            AtomicInteger sent = new AtomicInteger();
            sender.execute(() -> {
                try {
                    for (int i = 0; i < 1_000_000; i++) {
                        greedy.getOutputStream().write(request);
                        sent.incrementAndGet();
                    }
                } catch (java.io.IOException closed) {
                    assertThat(closed).isNotNull();
                }
            });
            await().during(1, TimeUnit.SECONDS).atMost(60, TimeUnit.SECONDS).until(new SameFor(sent)::isStill);
            assertThat(sent.get()).isLessThan(1_000_000);
            sender.shutdown();
        }
        try (RawPeer other = server.peer()) {
            assertThat(other.send(RawPeer.json(TestServer.ECHO_JSON)).readText())
                    .contains("\"code\":0");
        }
    }

    @Test
    void shouldBoundTheBodiesThatWaitForExecutors() throws Exception {
        List<Runnable> waiting = java.util.Collections.synchronizedList(new ArrayList<>());
        HandlerTable table = HandlerTable.builder()
                .on(waiting::add, 1, (ctx, header, body) -> ctx.respond(Response.success()))
                .build();
        IoThreads serverThreads = new IoThreads("bounded", 1);
        try (RemotingServer bounded =
                new RemotingServer(serverThreads, RemotingSettings.defaults(), () -> {}, connection -> {})) {
            String address = "127.0.0.1:"
                    + bounded.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), table)
                            .getPort();
            Request<Void> large = Request.of(1, new byte[15 << 20]);
            List<CompletableFuture<Reply>> held =
                    List.of(client.callAsync(address, large, TIMEOUT_MS), client.callAsync(address, large, TIMEOUT_MS));
            await().atMost(30, TimeUnit.SECONDS).until(() -> waiting.size() == 2);
            Reply refused = client.call(address, large, TIMEOUT_MS);
            assertThat(refused.code()).isEqualTo(ResponseCode.SYSTEM_BUSY);
            assertThat(refused.remark()).startsWith("[OVERLOAD]").contains("33554432");
            List.copyOf(waiting).forEach(Runnable::run);
            held.forEach(reply -> assertThat(reply).succeedsWithin(30, TimeUnit.SECONDS));
            CompletableFuture<Reply> next = client.callAsync(address, large, TIMEOUT_MS);
            await().atMost(30, TimeUnit.SECONDS).until(() -> waiting.size() == 3);
            waiting.get(2).run();
            assertThat(next).succeedsWithin(30, TimeUnit.SECONDS);
        } finally {
            serverThreads.close();
        }
    }

    @Test
    void shouldCloseAConnectionOnWhichNothingComes() throws Exception {
        try (TestServer impatient = new TestServer(RemotingSettings.defaults().withIdleMaxMs(200));
                RawPeer quiet = impatient.peer()) {
            assertThat(quiet.isClosedByPeer()).isTrue();
        }
    }

    /** Whether a number did not change since it was last looked at. */
    private static final class SameFor {
        private final AtomicInteger number;
        private int last = -1;

        SameFor(AtomicInteger number) {
            this.number = number;
        }

        boolean isStill() {
            int now = number.get();
            boolean still = now == last;
            last = now;
            return still;
        }
    }
}
