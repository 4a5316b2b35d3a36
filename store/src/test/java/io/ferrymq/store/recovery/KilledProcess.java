package io.ferrymq.store.recovery;

import io.ferrymq.store.AppendResult;
import io.ferrymq.store.AppendResult.Appended;
import io.ferrymq.store.Durability;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.StoreConfig;
import io.ferrymq.store.config.FlushPolicy;
import io.ferrymq.store.testing.Batches;
import io.ferrymq.store.testing.StoreFixture;
import io.ferrymq.store.testing.TestMessages;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * A process to be killed: appends for ever and writes one line for each message that it would have answered OK: topic, queue, offset, key, body. {@code KilledProcess
 * dir seed SYNC|ASYNC}
 */
public final class KilledProcess {
    private static final int THREADS = 2;

    private final MessageStore store;
    private final boolean sync;
    private final String run;
    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);

    private KilledProcess(MessageStore store, boolean sync, String run) {
        this.store = store;
        this.sync = sync;
        this.run = run;
    }

    static StoreConfig config(Path dir, boolean sync) {
        FlushPolicy policy = sync ? FlushPolicy.SYNC : FlushPolicy.ASYNC;
        return StoreFixture.config(dir).withFlush(new FlushPolicy(policy.mode(), 20, 0, 50, 30));
    }

    public static void main(String[] args) {
        boolean sync = args[2].equals("SYNC");
        MessageStore store = StoreFixture.open(config(Path.of(args[0]), sync));
        KilledProcess process = new KilledProcess(store, sync, args[1]);
        for (int i = 0; i < THREADS; i++) {
            Random random = new Random(Long.parseLong(args[1]) * THREADS + i);
            String name = "w" + i;
            new Thread(() -> process.work(name, random), name).start();
        }
    }

    private void work(String name, Random random) {
        try {
            for (int i = 0; ; i++) {
                String topic = "T" + random.nextInt(5);
                int queueId = random.nextInt(4);
                if (random.nextInt(5) == 0) {
                    appendBatch(topic, queueId, random);
                } else {
                    append(topic, queueId, name + "-" + run + "-" + i, random);
                }
                if (random.nextInt(3) == 0) {
                    store.dispatch();
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("the parent is gone", e);
        }
    }

    private static String body(Random random) {
        return Long.toHexString(random.nextLong()).repeat(1 + random.nextInt(random.nextInt(10) == 0 ? 600 : 20));
    }

    private void append(String topic, int queueId, String key, Random random) throws IOException {
        String body = body(random);
        AppendResult result = store.append(TestMessages.message(topic, queueId, body, "KEYS", key));
        Appended appended = durable(result);
        print(topic + ' ' + queueId + ' ' + appended.queueOffset() + ' ' + key + ' ' + body + '\n');
    }

    private void appendBatch(String topic, int queueId, Random random) throws IOException {
        List<String> bodies = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            bodies.add(body(random));
        }
        Appended appended = durable(store.appendBatch(Batches.of(topic, queueId, bodies, TestMessages.properties())));
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < bodies.size(); i++) {
            lines.append(topic + ' ' + queueId + ' ' + (appended.queueOffset() + i) + " - " + bodies.get(i) + '\n');
        }
        print(lines.toString());
    }

    private Appended durable(AppendResult result) {
        if (!(result instanceof Appended appended)) {
            throw new IllegalStateException(result.toString());
        }
        if (sync) {
            CompletableFuture<Durability> outcome = new CompletableFuture<>();
            store.whenDurable(appended.logEndOffset(), 60_000, outcome::complete);
            if (outcome.join() != Durability.DURABLE) {
                throw new IllegalStateException("not durable");
            }
        }
        return appended;
    }

    private void print(String lines) throws IOException {
        synchronized (out) {
            out.write(lines.getBytes(StandardCharsets.US_ASCII));
        }
    }
}
