package io.ferrymq.broker.stats;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/** What a counter stood at when today began, and when yesterday did. Before the first midnight both are 0. */
final class DailyTotal {
    private final ZoneId zone;
    private LocalDate today;
    private long atTodayMorning;
    private long atYesterdayMorning;

    DailyTotal(ZoneId zone) {
        this.zone = zone;
    }

    synchronized void sample(long count, long nowMs) {
        LocalDate date = LocalDate.ofInstant(Instant.ofEpochMilli(nowMs), zone);
        if (today != null && date.isAfter(today)) {
            atYesterdayMorning = atTodayMorning;
            atTodayMorning = count;
        }
        today = date;
    }

    synchronized long atTodayMorning() {
        return atTodayMorning;
    }

    synchronized long atYesterdayMorning() {
        return atYesterdayMorning;
    }
}
