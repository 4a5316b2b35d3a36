package io.ferrymq.store.bench;

import io.ferrymq.common.Clock;
import io.ferrymq.store.AppendResult;
import io.ferrymq.store.EntryFilter;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.MessageToStore;
import io.ferrymq.store.ReadResult;
import io.ferrymq.store.StoreConfig;
import io.ferrymq.store.StoreHooks;
import io.ferrymq.store.testing.TestMessages;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What an append, its dispatch and a read cost on one thread, in nanoseconds of processor time. {@code AppendBench [messages per round] [bodyBytes] [burst] [dir]}
 */
public final class AppendBench {
    private static final int QUEUES = 8;
    private static final int ROUNDS = 6;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private AppendBench() {}

    public static void main(String[] args) throws Exception {
        int messages = args.length > 0 ? Integer.parseInt(args[0]) : 300_000;
        int bodyBytes = args.length > 1 ? Integer.parseInt(args[1]) : 1024;
        int burst = args.length > 2 ? Integer.parseInt(args[2]) : 8;
        Path dir = args.length > 3 ? Path.of(args[3]) : Files.createTempDirectory("append-bench");
        try (MessageStore store = MessageStore.open(StoreConfig.defaults(dir), Clock.system(), StoreHooks.none())) {
            ByteBuffer body = ByteBuffer.allocateDirect(bodyBytes);
            for (int i = 0; i < bodyBytes; i++) {
                body.put(i, (byte) i);
            }
            MessageToStore[] byQueue = new MessageToStore[QUEUES];
            for (int queue = 0; queue < QUEUES; queue++) {
                byQueue[queue] = message(queue, body);
            }
            for (int round = 0; round < ROUNDS; round++) {
                append(store, byQueue, messages, burst);
            }
            read(store);
            System.out.println("longest hold of the lock: "
                    + store.admin().facts().appendLockHeldMaxMs() + " ms, holds under 2^n us: "
                    + store.admin().facts().appendLatencyCounts());
        }
    }

    private static MessageToStore message(int queue, ByteBuffer body) {
        return new MessageToStore(
                "BenchTopic",
                queue,
                0,
                0,
                TestMessages.BORN_MS,
                TestMessages.BORN_HOST,
                TestMessages.STORE_HOST,
                0,
                0,
                body,
                TestMessages.properties(
                        "UNIQ_KEY", "0A00000100002A9F0000018BCFE56800", "WAIT", "true", "TAGS", "TagA", "KEYS", "k1"));
    }

    private static void append(MessageStore store, MessageToStore[] byQueue, int messages, int burst) {
        long wallStart = System.nanoTime();
        long appendNanos = 0;
        long dispatchNanos = 0;
        for (int i = 0; i < messages; i += burst) {
            long start = cpuNanos();
            for (int j = 0; j < burst; j++) {
                if (!(store.append(byQueue[(i + j) % QUEUES]) instanceof AppendResult.Appended)) {
                    throw new IllegalStateException(store.admin().facts().notWritableReason());
                }
            }
            long appended = cpuNanos();
            store.dispatch();
            appendNanos += appended - start;
            dispatchNanos += cpuNanos() - appended;
        }
        System.out.printf(
                "append %d ns, dispatch %d ns per message (bursts of %d); by the clock %d ns%n",
                appendNanos / messages, dispatchNanos / messages, burst, (System.nanoTime() - wallStart) / messages);
    }

    /** Processor time of this thread: what others take on a busy machine does not count. */
    private static long cpuNanos() {
        return THREADS.getCurrentThreadCpuTime();
    }

    private static void read(MessageStore store) {
        for (int round = 0; round < 3; round++) {
            long start = cpuNanos();
            long count = 0;
            for (int queue = 0; queue < QUEUES; queue++) {
                long at = 0;
                while (at < store.queues().maxOffset("BenchTopic", queue)) {
                    try (ReadResult result =
                            store.queues().read("BenchTopic", queue, at, 32, 1 << 20, EntryFilter.ALL)) {
                        at = result.nextBeginOffset();
                        count += result.records().messageCount();
                    }
                }
            }
            System.out.printf("read %d ns per message in %d%n", (cpuNanos() - start) / count, count);
        }
    }
}
