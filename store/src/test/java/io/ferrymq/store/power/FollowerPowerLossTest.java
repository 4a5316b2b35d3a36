package io.ferrymq.store.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.store.Durability;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.config.FlushPolicy;
import io.ferrymq.store.testing.StoreFixture;
import io.ferrymq.store.testing.TestMessages;
import io.ferrymq.store.testing.disk.ForgetfulDisk;
import io.ferrymq.store.testing.disk.ForgetfulDisk.Names;
import io.ferrymq.store.testing.disk.Moment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A copy of a master's log loses power: it keeps what it acknowledged, never claims more than it has, and goes on to the same bytes. */
class FollowerPowerLossTest {
    private static final int MESSAGES = 260;
    private static final int MOMENTS = 10;

    @TempDir
    Path folder;

    private final List<String> sent = new ArrayList<>();
    private byte[] masterLog;

    private record Cut(String step, long acknowledged, Moment moment) {}

    @BeforeEach
    void fillMaster() throws IOException {
        Random random = new Random(5);
        int end;
        try (MessageStore master = StoreFixture.open(folder.resolve("master"))) {
            for (int i = 0; i < MESSAGES; i++) {
                String body = i + "-" + Long.toHexString(random.nextLong()).repeat(1 + random.nextInt(80));
                StoreFixture.append(master, TestMessages.message("T", 0, body, "KEYS", "k" + i));
                sent.add(body);
            }
            end = (int) master.log().logEndOffset();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Stream<Path> files = Files.list(folder.resolve("master/commitlog"))) {
            for (Path file : files.sorted().toList()) {
                bytes.writeBytes(Files.readAllBytes(file));
            }
        }
        masterLog = Arrays.copyOf(bytes.toByteArray(), end);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("UP-145: a slave keeps what it acknowledged and has no gaps after a loss of power")
    void up145_shouldKeepWhatItAcknowledgedWithoutGaps(Names names) throws IOException {
        long seed = Long.getLong("ferrymq.seed", System.nanoTime());
        Random random = new Random(seed);
        List<Cut> cuts = new ArrayList<>();
        AtomicLong acknowledged = new AtomicLong();
        ForgetfulDisk disk = new ForgetfulDisk(Files.createDirectories(folder.resolve("disk")), names, seed);
        disk.watch(step -> {
            synchronized (cuts) {
                if (random.nextInt(5) == 0) {
                    cuts.add(new Cut(step, acknowledged.get(), disk.powerFails()));
                }
            }
        });
        copy(disk, random, acknowledged);
        for (int i = 0; i < MOMENTS; i++) {
            Cut cut = cuts.get(random.nextInt(cuts.size()));
            Path image = folder.resolve("image" + i);
            cut.moment().writeTo(image, random);
            String where = "seed " + seed + ", " + names + ", power failed before: " + cut.step() + ", disk " + image;
            assertGoesOn(where, new ForgetfulDisk(image, names, seed), cut.acknowledged(), random);
        }
    }

    private MessageStore open(ForgetfulDisk disk) {
        return StoreFixture.open(
                StoreFixture.config(disk.root().resolve("slave"))
                        .withFlush(new FlushPolicy(FlushPolicy.SYNC.mode(), 20, 0, 50, 15))
                        .withFollower(true),
                new AtomicLong(1_800_000_000_000L),
                disk.platform());
    }

    private void copy(ForgetfulDisk disk, Random random, AtomicLong acknowledged) {
        try (MessageStore slave = open(disk)) {
            while (slave.log().logEndOffset() < masterLog.length) {
                append(slave, random);
                if (random.nextInt(3) == 0) {
                    acknowledged.set(force(slave));
                }
            }
        }
    }

    /** As much as fits into the file, at most; also a part of a message. */
    private void append(MessageStore slave, Random random) {
        int at = (int) slave.log().logEndOffset();
        int left = StoreFixture.SEGMENT_BYTES - at % StoreFixture.SEGMENT_BYTES;
        int size = Math.min(Math.min(left, masterLog.length - at), 1 + random.nextInt(9000));
        slave.rawLog().appendRaw(at, ByteBuffer.wrap(masterLog, at, size));
        slave.dispatch();
    }

    private static long force(MessageStore slave) {
        long end = slave.log().logEndOffset();
        CompletableFuture<Durability> outcome = new CompletableFuture<>();
        slave.whenDurable(end, 60_000, outcome::complete);
        assertThat(outcome.join()).as("%s", slave.admin().facts()).isEqualTo(Durability.DURABLE);
        return end;
    }

    private void assertGoesOn(String where, ForgetfulDisk disk, long acknowledged, Random random) throws IOException {
        try (MessageStore slave = open(disk)) {
            long end = slave.log().logEndOffset();
            // What is left of a message that had not come as a whole is cut.
            long whole = wholeBefore(acknowledged);
            assertThat(end).as(where).isBetween(whole, (long) masterLog.length);
            assertSameBytes(where, disk, end);
            while (slave.log().logEndOffset() < masterLog.length) {
                append(slave, random);
            }
            force(slave);
            assertSameBytes(where, disk, masterLog.length);
            StoreFixture.settle(slave);
            assertThat(StoreFixture.bodies(slave, "T", 0, 0)).as(where).isEqualTo(sent);
        }
    }

    /** Where the last record or blank rest of a file ends that was acknowledged as a whole. */
    private long wholeBefore(long address) {
        ByteBuffer log = ByteBuffer.wrap(masterLog);
        int at = 0;
        while (at < address && at + log.getInt(at) <= address) {
            at += log.getInt(at);
        }
        return at;
    }

    private void assertSameBytes(String where, ForgetfulDisk disk, long end) throws IOException {
        for (int base = 0; base < end; base += StoreFixture.SEGMENT_BYTES) {
            Path file = disk.root().resolve("slave/commitlog").resolve(String.format("%020d", base));
            int length = (int) Math.min(StoreFixture.SEGMENT_BYTES, end - base);
            byte[] copied = Arrays.copyOf(Files.readAllBytes(file), length);
            assertThat(Arrays.mismatch(copied, Arrays.copyOfRange(masterLog, base, base + length)))
                    .as("%s: first difference in the file at %d", where, base)
                    .isEqualTo(-1);
        }
    }
}
