package io.ferrymq.common.message;

import io.ferrymq.common.Clock;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Makes unique message ids.
 *
 * <pre>
 *   | address 4 or 16 | process id 2 | process mark 4 | ms since the first of this month 4 | counter 2 |   upper-case hex
 * </pre>
 *
 * Time and counter form one number that only grows: a clock that steps back, or more than 65,536 ids in one millisecond,
 * lets ids run ahead of the clock instead of repeating. The process mark is random, so that processes with equal address
 * and id (containers) do not meet.
 */
final class UniqueIdGenerator {
    private static final byte[] DIGITS = "0123456789ABCDEF".getBytes(StandardCharsets.ISO_8859_1);
    private static final int COUNTER_BITS = 16;
    private static final int TICK_DIGITS = 2 * (Integer.BYTES + Short.BYTES);

    private final Clock clock;
    private final ZoneId zone;
    private final byte[] prefixDigits;
    private final AtomicLong lastTick;
    private final AtomicReference<Month> month = new AtomicReference<>(new Month(0, 0));

    private record Month(long startMs, long endMs) {
        boolean contains(long ms) {
            return ms >= startMs && ms < endMs;
        }
    }

    UniqueIdGenerator(Clock clock, ZoneId zone, byte[] address, long processId, int processMark) {
        this.clock = clock;
        this.zone = zone;
        byte[] prefix = ByteBuffer.allocate(address.length + Short.BYTES + Integer.BYTES)
                .put(address)
                .putShort((short) processId)
                .putInt(processMark)
                .array();
        this.prefixDigits = HexFormat.of().withUpperCase().formatHex(prefix).getBytes(StandardCharsets.ISO_8859_1);
        this.lastTick = new AtomicLong(clock.nowMs() << COUNTER_BITS);
    }

    String next() {
        long nowTick = clock.nowMs() << COUNTER_BITS;
        long tick = lastTick.updateAndGet(last -> Math.max(last + 1, nowTick));
        long ms = tick >>> COUNTER_BITS;
        // Written digit by digit: this runs once for every message sent.
        byte[] id = Arrays.copyOf(prefixDigits, prefixDigits.length + TICK_DIGITS);
        long rest = (ms - monthStart(ms)) << COUNTER_BITS | (tick & 0xFFFF);
        for (int at = id.length - 1; at >= prefixDigits.length; at--) {
            id[at] = DIGITS[(int) rest & 0xF];
            rest >>>= 4;
        }
        return new String(id, StandardCharsets.ISO_8859_1);
    }

    private long monthStart(long ms) {
        Month current = month.get();
        if (!current.contains(ms)) {
            current = monthOf(ms, zone);
            month.set(current);
        }
        return current.startMs;
    }

    private static Month monthOf(long ms, ZoneId zone) {
        YearMonth yearMonth = YearMonth.from(Instant.ofEpochMilli(ms).atZone(zone));
        return new Month(startMs(yearMonth, zone), startMs(yearMonth.plusMonths(1), zone));
    }

    private static long startMs(YearMonth yearMonth, ZoneId zone) {
        return yearMonth.atDay(1).atStartOfDay(zone).toInstant().toEpochMilli();
    }

    /** When an id was made, taking it for one of the last month: ids do not say of which month they are. */
    static long timeOf(int unsignedMsOfMonth, long nowMs, ZoneId zone) {
        ZonedDateTime now = Instant.ofEpochMilli(nowMs).atZone(zone);
        // A month has more ms than a signed int holds.
        long msOfMonth = Integer.toUnsignedLong(unsignedMsOfMonth);
        long time = startMs(YearMonth.from(now), zone) + msOfMonth;
        return time <= nowMs ? time : startMs(YearMonth.from(now).minusMonths(1), zone) + msOfMonth;
    }
}
