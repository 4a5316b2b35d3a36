package io.ferrymq.common.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.common.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class UniqueIdGeneratorTest {
    private static final byte[] ADDRESS = {10, 0, 0, 2};
    private static final long MARCH_2_MS =
            Instant.parse("2026-03-02T00:00:00.005Z").toEpochMilli();

    private static UniqueIdGenerator generator(Clock clock, int mark) {
        return new UniqueIdGenerator(clock, ZoneOffset.UTC, ADDRESS, 0x1_2345, mark);
    }

    @Test
    void shouldPutAddressProcessMarkTimeAndCounterInPlace() {
        AtomicLong nowMs = new AtomicLong(MARCH_2_MS - 1);
        UniqueIdGenerator ids = generator(nowMs::get, 0xCAFEBABE);
        nowMs.set(MARCH_2_MS);

        assertThat(ids.next()).isEqualTo("0A000002" + "2345" + "CAFEBABE" + "05265C05" + "0000");
        assertThat(ids.next()).isEqualTo("0A000002" + "2345" + "CAFEBABE" + "05265C05" + "0001");
    }

    @Test
    @DisplayName("UP-056: ids never repeat, with a clock that stands or steps back and processes that look alike")
    void up056_shouldNeverRepeat() {
        AtomicLong nowMs = new AtomicLong(MARCH_2_MS);
        List<UniqueIdGenerator> processes = List.of(generator(nowMs::get, 1), generator(nowMs::get, 2));
        Set<String> seen = new HashSet<>();

        for (int i = 0; i < 200_000; i++) {
            nowMs.addAndGet(i % 1000 == 999 ? -5_000 : i % 3 == 0 ? 1 : 0);
            for (UniqueIdGenerator ids : processes) {
                assertThat(seen.add(ids.next())).as("id %s", i).isTrue();
            }
        }
    }

    @Test
    void shouldNotRepeatAcrossThreads() {
        UniqueIdGenerator ids = generator(() -> MARCH_2_MS, 1);
        Set<String> seen = ConcurrentHashMap.newKeySet();

        long made = IntStream.range(0, 200_000)
                .parallel()
                .filter(i -> seen.add(ids.next()))
                .count();

        assertThat(made).isEqualTo(200_000);
    }

    @Test
    void shouldBeginAgainEachMonth() {
        AtomicLong nowMs =
                new AtomicLong(Instant.parse("2026-03-31T23:59:59.999Z").toEpochMilli());
        UniqueIdGenerator ids = generator(nowMs::get, 1);
        assertThat(ids.next().substring(20, 28)).isEqualTo("9FA523FF");

        nowMs.addAndGet(1);

        assertThat(ids.next().substring(20, 28)).isEqualTo("00000000");
    }

    @Test
    void shouldTellTheTimeOfAnIdOfThisOrTheLastMonth() {
        int msOfMarch2 =
                (int) (MARCH_2_MS - Instant.parse("2026-03-01T00:00:00Z").toEpochMilli());
        int msOfMarch31 = 0x9FA523FF;

        assertThat(UniqueIdGenerator.timeOf(msOfMarch2, MARCH_2_MS + 10, ZoneOffset.UTC))
                .isEqualTo(MARCH_2_MS);
        assertThat(UniqueIdGenerator.timeOf(
                        msOfMarch31, Instant.parse("2026-04-01T00:00:01Z").toEpochMilli(), ZoneOffset.UTC))
                .isEqualTo(Instant.parse("2026-03-31T23:59:59.999Z").toEpochMilli());
    }

    @Test
    @SuppressWarnings("JavaUtilDate")
    void shouldGiveMessagesAnIdOnce() {
        Message message = new Message("T", new byte[0]);
        MessageClientIDSetter.setUniqID(message);
        String id = MessageClientIDSetter.getUniqID(message);
        MessageClientIDSetter.setUniqID(message);

        assertThat(MessageClientIDSetter.getUniqID(message)).isEqualTo(id).matches("[0-9A-F]{32}|[0-9A-F]{56}");
        assertThat(MessageClientIDSetter.getPidFromID(id))
                .isEqualTo((int) ProcessHandle.current().pid() & 0xFFFF);
        assertThat(MessageClientIDSetter.getIPStrFromID(id)).isNotBlank();
        assertThat(Math.abs(MessageClientIDSetter.getNearlyTimeFromID(id).getTime()
                        - Clock.system().nowMs()))
                .isLessThan(60_000);
        assertThat(Collections.singleton(MessageClientIDSetter.createUniqID())).doesNotContain(id);
        assertThatThrownBy(() -> MessageClientIDSetter.getPidFromID("x")).hasMessageContaining("'x' has 1 characters");
    }
}
