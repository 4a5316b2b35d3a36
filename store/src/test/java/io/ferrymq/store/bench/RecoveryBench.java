package io.ferrymq.store.bench;

import io.ferrymq.common.Clock;
import io.ferrymq.store.AppendResult;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.MessageToStore;
import io.ferrymq.store.StoreConfig;
import io.ferrymq.store.StoreHooks;
import io.ferrymq.store.check.CheckSummary;
import io.ferrymq.store.check.CheckTarget;
import io.ferrymq.store.check.StoreCheck;
import io.ferrymq.store.testing.TestMessages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How long a large store takes to open, to close and to check. {@code RecoveryBench fill DIR MESSAGES} writes about 250 bytes a message and ends as if it were
 * killed; {@code open DIR} opens and closes; {@code crash DIR} opens and ends as if it were killed; {@code check DIR} verifies.
 */
public final class RecoveryBench {
    private static final int QUEUES = 8;
    private static final int BODY_BYTES = 64;
    private static final int BURST = 32;

    private RecoveryBench() {}

    public static void main(String[] args) throws IOException {
        Path dir = Path.of(args[1]);
        switch (args[0]) {
            case "fill" -> fill(dir, Integer.parseInt(args[2]));
            case "open" -> open(dir, false);
            case "crash" -> open(dir, true);
            case "check" -> check(dir);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static StoreConfig config(Path dir) {
        return StoreConfig.defaults(dir);
    }

    private static void fill(Path dir, int messages) {
        MessageStore store = MessageStore.open(config(dir), Clock.system(), StoreHooks.none());
        long start = System.nanoTime();
        ByteBuffer body = ByteBuffer.allocateDirect(BODY_BYTES);
        for (int i = 0; i < messages; i++) {
            MessageToStore message = new MessageToStore(
                    "RecoveryTopic",
                    i % QUEUES,
                    0,
                    0,
                    TestMessages.BORN_MS,
                    TestMessages.BORN_HOST,
                    TestMessages.STORE_HOST,
                    0,
                    0,
                    body,
                    TestMessages.properties(
                            "UNIQ_KEY",
                            String.format("0A00000100002A9F0000018B%08X", i),
                            "WAIT",
                            "true",
                            "TAGS",
                            "TagA"));
            if (!(store.append(message) instanceof AppendResult.Appended)) {
                throw new IllegalStateException(store.admin().facts().notWritableReason());
            }
            if (i % BURST == 0) {
                store.dispatch();
            }
        }
        store.dispatch();
        System.out.printf(
                "filled in %d ms, log end %d%n",
                ms(start), store.admin().facts().logEndOffset());
        Runtime.getRuntime().halt(9);
    }

    private static void open(Path dir, boolean crash) throws IOException {
        long start = System.nanoTime();
        MessageStore store = MessageStore.open(config(dir), Clock.system(), StoreHooks.none());
        System.out.printf(
                "opened in %d ms, log end %d, %s%n",
                ms(start), store.admin().facts().logEndOffset(), memory());
        if (crash) {
            Runtime.getRuntime().halt(9);
        }
        start = System.nanoTime();
        store.close();
        System.out.printf("closed in %d ms, %s%n", ms(start), memory());
    }

    private static void check(Path dir) throws IOException {
        long start = System.nanoTime();
        CheckSummary summary = StoreCheck.run(CheckTarget.of(dir), System.out::println);
        long ms = ms(start);
        System.out.printf(
                "checked %d messages in %d ms, %.2f million/s, problems %d, %s%n",
                summary.records(), ms, summary.records() / 1000.0 / ms, summary.problems(), memory());
    }

    private static long ms(long sinceNanos) {
        return (System.nanoTime() - sinceNanos) / 1_000_000;
    }

    /** Memory of the process as the system counts it. */
    private static String memory() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("/proc/self/status"));
        return String.join(
                ", ",
                lines.stream()
                        .filter(line -> line.startsWith("RssAnon") || line.startsWith("VmHWM"))
                        .map(line -> line.replaceAll("\\s+", " "))
                        .toList());
    }
}
