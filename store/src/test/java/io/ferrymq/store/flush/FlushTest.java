package io.ferrymq.store.flush;

import static io.ferrymq.store.testing.StoreFixture.append;
import static io.ferrymq.store.testing.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.store.AppendResult.Appended;
import io.ferrymq.store.AppendResult.Refusal;
import io.ferrymq.store.AppendResult.Refused;
import io.ferrymq.store.Durability;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.config.FlushPolicy;
import io.ferrymq.store.engine.StorePlatform;
import io.ferrymq.store.log.Segment;
import io.ferrymq.store.log.Segments;
import io.ferrymq.store.testing.StoreFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlushTest {
    @TempDir
    Path dir;

    private final ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor();

    @AfterEach
    void stop() {
        ticks.shutdownNow();
    }

    private MessageStore open(FlushPolicy policy, LogForcer.Force force) {
        return StoreFixture.open(
                StoreFixture.config(dir).withFlush(policy),
                new AtomicLong(1000),
                StorePlatform.real().withForce(force));
    }

    private static CompletableFuture<Durability> wait(MessageStore store, Appended appended, long timeoutMs) {
        CompletableFuture<Durability> outcome = new CompletableFuture<>();
        store.whenDurable(appended.logEndOffset(), timeoutMs, outcome::complete);
        return outcome;
    }

    @Test
    @DisplayName("UP-145: waiters share forces, and each is told only when its message is on disk")
    void up145_shouldForceForAGroup() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger forces = new AtomicInteger();
        LogForcer.Force slow = (segment, from, to) -> {
            forces.incrementAndGet();
            awaitLatch(go);
            segment.force(from, to);
        };
        try (MessageStore store = open(FlushPolicy.SYNC, slow)) {
            List<CompletableFuture<Durability>> outcomes = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                outcomes.add(wait(store, append(store, message("TopicA", 0, "m" + i)), 60_000));
            }
            store.dispatch();
            assertThat(outcomes).noneMatch(CompletableFuture::isDone);
            assertThat(store.queues().maxOffset("TopicA", 0)).isZero();
            go.countDown();
            for (CompletableFuture<Durability> outcome : outcomes) {
                assertThat(outcome.get()).isEqualTo(Durability.DURABLE);
            }
            await().until(() -> store.queues().maxOffset("TopicA", 0) == 100);
            assertThat(forces.get()).isLessThan(10);
            assertThat(store.log().flushedOffset()).isEqualTo(store.log().logEndOffset());
        }
    }

    private static void awaitLatch(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void shouldTellWhoseTimeIsOverWhileTheDiskHangs() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (MessageStore store = open(FlushPolicy.SYNC, (segment, from, to) -> awaitLatch(go))) {
            Appended appended = append(store, message("TopicA", 0, "x"));
            assertThat(wait(store, appended, 100).get()).isEqualTo(Durability.TIMED_OUT);
            assertThat(store.log().flushedOffset()).isZero();
            go.countDown();
        }
    }

    @Test
    void shouldNeverPretendThatAFailedForceWorked() throws Exception {
        LogForcer.Force broken = (segment, from, to) -> {
            throw new IOException("Input/output error");
        };
        try (MessageStore store = open(FlushPolicy.SYNC, broken)) {
            Appended appended = append(store, message("TopicA", 0, "x"));
            assertThat(wait(store, appended, 60_000).get()).isEqualTo(Durability.FAILED);
            assertThat(store.append(message("TopicA", 0, "y"))).isInstanceOfSatisfying(Refused.class, refused -> {
                assertThat(refused.reason()).isEqualTo(Refusal.NOT_WRITABLE);
                assertThat(refused.text()).contains("Input/output error", dir.toString());
            });
            store.dispatch();
            assertThat(store.queues().maxOffset("TopicA", 0)).isZero();
            assertThat(store.admin().facts().notWritableReason()).contains("Input/output error");
        }
        // Not closed in order: the next start checks.
        assertThat(dir.resolve("abort")).exists();
        try (MessageStore store = StoreFixture.open(dir)) {
            assertThat(StoreFixture.bodies(store, "TopicA", 0, 0)).containsExactly("x");
        }
    }

    @Test
    void shouldTellWaitersAndRefuseMessagesWhenForcingFailsUnexpectedly() throws Exception {
        LogForcer.Force broken = (segment, from, to) -> {
            throw new IllegalStateException("no such range");
        };
        try (MessageStore store = open(FlushPolicy.SYNC, broken)) {
            Appended appended = append(store, message("TopicA", 0, "x"));
            assertThat(wait(store, appended, 60_000).get(10, TimeUnit.SECONDS)).isEqualTo(Durability.FAILED);
            assertThat(store.append(message("TopicA", 0, "y"))).isInstanceOf(Refused.class);
            assertThat(store.admin().facts().notWritableReason()).contains("no such range");
        }
    }

    @Test
    void shouldGoOnForcingWhenDispatchingFailed() throws Exception {
        AtomicInteger told = new AtomicInteger();
        LogFlusher.Listener failing = new LogFlusher.Listener() {
            @Override
            public void onForced() {
                told.incrementAndGet();
                throw new IllegalStateException("dispatching fails");
            }

            @Override
            public void onFailure(IOException cause) {
                throw new IllegalStateException(cause);
            }
        };
        AtomicLong end = new AtomicLong(100);
        LogForcer forcer = new LogForcer(oneSegment(), (segment, from, to) -> {}, 0);
        try (LogFlusher flusher = new LogFlusher(forcer, FlushPolicy.SYNC, end::get, failing, ticks)) {
            flusher.start();
            await().until(() -> told.get() == 1);
            end.set(200);
            CompletableFuture<Durability> outcome = new CompletableFuture<>();
            flusher.whenDurable(200, 60_000, outcome::complete);
            assertThat(outcome.get(10, TimeUnit.SECONDS)).isEqualTo(Durability.DURABLE);
        }
    }

    private Segments oneSegment() throws IOException {
        try (MessageStore store = StoreFixture.open(dir)) {
            append(store, message("TopicA", 0, "x"));
        }
        return Segments.load(dir.resolve("commitlog"), StoreFixture.SEGMENT_BYTES);
    }

    @Test
    void shouldForceAtIntervalsWithoutAnyoneWaiting() {
        FlushPolicy policy = new FlushPolicy(FlushPolicy.ASYNC.mode(), 10, 4, 50, 60_000);
        try (MessageStore store = open(policy, Segment::force)) {
            append(store, message("TopicA", 0, "less than four pages"));
            store.dispatch();
            assertThat(store.queues().maxOffset("TopicA", 0)).isEqualTo(1);
            await().until(() -> store.log().flushedOffset() == store.log().logEndOffset());
        }
    }

    @Test
    void shouldAnswerAtOnceForWhatIsOnDiskAlready() throws Exception {
        try (MessageStore store = open(FlushPolicy.SYNC, Segment::force)) {
            Appended first = append(store, message("TopicA", 0, "x"));
            assertThat(wait(store, first, 60_000).get()).isEqualTo(Durability.DURABLE);
            assertThat(wait(store, first, 0)).isCompletedWithValue(Durability.DURABLE);
        }
    }

    @Test
    void shouldRefuseAppendsAfterClose() {
        MessageStore store = open(FlushPolicy.ASYNC, Segment::force);
        store.close();
        assertThat(store.append(message("TopicA", 0, "x")))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.reason()).isEqualTo(Refusal.SHUTTING_DOWN));
        CompletableFuture<Durability> outcome = new CompletableFuture<>();
        store.whenDurable(1, 60_000, outcome::complete);
        assertThat(outcome).isCompletedWithValue(Durability.FAILED);
    }
}
