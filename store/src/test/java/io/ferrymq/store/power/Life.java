package io.ferrymq.store.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.store.AppendResult.Appended;
import io.ferrymq.store.Durability;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.StoreConfig;
import io.ferrymq.store.config.FlushPolicy;
import io.ferrymq.store.power.Ledger.Kept;
import io.ferrymq.store.power.Ledger.Message;
import io.ferrymq.store.power.Ledger.Promises;
import io.ferrymq.store.testing.Batches;
import io.ferrymq.store.testing.StoreFixture;
import io.ferrymq.store.testing.TestMessages;
import io.ferrymq.store.testing.disk.ForgetfulDisk;
import io.ferrymq.store.testing.disk.Moment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** A store from one loss of power to the next: opened, audited, used, and watched for moments at which the power could fail. */
final class Life {
    private static final long DAY_MS = 24 * 3_600_000L;
    private static final int ONE_IN = 12;
    private static final int TOPICS = 4;
    private static final int QUEUES = 3;

    private final ForgetfulDisk disk;
    private final Ledger ledger;
    private final boolean sync;
    private final Random random;
    private final AtomicLong nowMs;
    private final int momentsMax;
    private final List<PowerCut> cuts = new ArrayList<>();
    private int seen;
    private final List<Kept> waiting = new ArrayList<>();

    Life(ForgetfulDisk disk, Ledger ledger, boolean sync, Random random, AtomicLong nowMs, int momentsMax) {
        this.disk = disk;
        this.ledger = ledger;
        this.sync = sync;
        this.random = random;
        this.nowMs = nowMs;
        this.momentsMax = momentsMax;
    }

    /** The power failed before a step, when so much had been promised. */
    record PowerCut(String step, Promises promises, Moment moment) {}

    private void watch(String step) throws IOException {
        synchronized (cuts) {
            if (random.nextInt(ONE_IN) != 0) {
                return;
            }
            // Each one seen has the same chance to be among those kept.
            int place = cuts.size() < momentsMax ? cuts.size() : random.nextInt(++seen);
            if (place < momentsMax) {
                // In this order: what is promised meanwhile is no promise yet.
                Promises promises = ledger.promises();
                PowerCut cut = new PowerCut(step, promises, disk.powerFails());
                if (place == cuts.size()) {
                    cuts.add(cut);
                    seen = cuts.size();
                } else {
                    cuts.set(place, cut);
                }
            }
        }
    }

    private StoreConfig config() {
        FlushPolicy policy = sync ? FlushPolicy.SYNC : FlushPolicy.ASYNC;
        return StoreFixture.config(disk.root().resolve("store"))
                .withFlush(new FlushPolicy(policy.mode(), 20, 0, 50, 15));
    }

    /** Opens, audits, works for so many steps and closes. Returns the moments at which the power could have failed. */
    List<PowerCut> live(int steps) throws IOException {
        disk.watch(this::watch);
        try (MessageStore store = StoreFixture.open(config(), nowMs, disk.platform())) {
            audit(store);
            for (int i = 0; i < steps; i++) {
                step(store);
            }
        }
        synchronized (cuts) {
            if (cuts.isEmpty()) {
                cuts.add(new PowerCut("the end", ledger.promises(), disk.powerFails()));
            }
            return List.copyOf(cuts);
        }
    }

    private void audit(MessageStore store) {
        StoreFixture.settle(store);
        durable(store);
        Promises before = ledger.promises();
        List<Kept> served = new Auditor(ledger, before, store).audit(new Random(random.nextLong()));
        ledger.backTo(new Promises(
                List.of(), before.dead(), before.uncertain(), store.log().minPhysicalOffset()));
        ledger.keep(served);
    }

    private void step(MessageStore store) {
        int dice = random.nextInt(1000);
        String topic = "T" + random.nextInt(TOPICS);
        if (dice < 750) {
            append(store, topic, random.nextInt(QUEUES));
        } else if (dice < 980) {
            appendBatch(store, topic, random.nextInt(QUEUES));
        } else if (dice < 988) {
            durable(store);
            ledger.deleting(topic);
            store.admin().deleteTopic(topic);
            ledger.deleted(topic);
        } else if (dice < 993) {
            nowMs.addAndGet(4 * DAY_MS);
            ledger.mayBeginAt(store.log().logEndOffset());
            store.admin().deleteExpiredFiles();
        } else {
            nowMs.addAndGet(1000);
        }
        if (random.nextInt(5) == 0) {
            durable(store);
        }
    }

    private String body() {
        int pad = random.nextInt(10) == 0 ? random.nextInt(9000) : random.nextInt(300);
        // Long runs of one letter would make mixtures of old and new pages look alike.
        StringBuilder body = new StringBuilder(Long.toHexString(random.nextLong()) + '-');
        while (body.length() < pad) {
            body.append(Long.toHexString(random.nextLong()));
        }
        return body.toString();
    }

    private void append(MessageStore store, String topic, int queueId) {
        String body = body();
        Message message = new Message(topic, queueId, "k" + body.hashCode() + body.length(), body);
        ledger.trying(message);
        String more = random.nextInt(6) == 0 ? "p".repeat(random.nextInt(6000)) + "e" : "e";
        Appended appended = (Appended) store.append(
                TestMessages.message(topic, queueId, body, "KEYS", message.key(), "TAGS", "tag", "more", more));
        waiting.add(new Kept(message, appended.queueOffset(), appended.physicalOffset()));
    }

    private void appendBatch(MessageStore store, String topic, int queueId) {
        List<Message> messages = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            messages.add(new Message(topic, queueId, null, body()));
        }
        messages.forEach(ledger::trying);
        List<String> bodies = messages.stream().map(Message::body).toList();
        Appended appended = (Appended)
                store.appendBatch(Batches.of(topic, queueId, bodies, TestMessages.properties("CLUSTER", "c")));
        for (int i = 0; i < messages.size(); i++) {
            waiting.add(new Kept(messages.get(i), appended.queueOffset() + i, appended.physicalOffsets()[i]));
        }
    }

    /** Waits for the disk; only what was waited for is promised. */
    private void durable(MessageStore store) {
        CompletableFuture<Durability> outcome = new CompletableFuture<>();
        store.dispatch();
        store.whenDurable(store.log().logEndOffset(), 60_000, outcome::complete);
        assertThat(outcome.join()).isEqualTo(Durability.DURABLE);
        ledger.keep(waiting);
        waiting.clear();
    }
}
