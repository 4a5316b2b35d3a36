package io.ferrymq.broker.stats;

import java.time.ZoneId;

/** Rates and daily totals of the whole broker, as administrators see them. */
public final class Rates {
    private final RateHistory puts = new RateHistory();
    private final RateHistory gots = new RateHistory();
    private final RateHistory found = new RateHistory();
    private final RateHistory missed = new RateHistory();
    private final RateHistory pulls = new RateHistory();
    private final DailyTotal dailyPuts = new DailyTotal(ZoneId.systemDefault());
    private final DailyTotal dailyGots = new DailyTotal(ZoneId.systemDefault());
    private final SlidingSum putsLastHour = new SlidingSum(600_000, 6);
    private final SlidingSum putsLastDay = new SlidingSum(3_600_000, 24);
    private final SlidingSum gotsLastHour = new SlidingSum(600_000, 6);
    private final SlidingSum gotsLastDay = new SlidingSum(3_600_000, 24);

    void sample(BrokerStats stats, long nowMs) {
        long put = stats.putMessages();
        long got = stats.gotMessages();
        puts.sample(put, nowMs);
        gots.sample(got, nowMs);
        found.sample(stats.pullsFound(), nowMs);
        missed.sample(stats.pullsMissed(), nowMs);
        pulls.sample(stats.pullsFound() + stats.pullsMissed(), nowMs);
        dailyPuts.sample(put, nowMs);
        dailyGots.sample(got, nowMs);
        putsLastHour.sample(put, nowMs);
        putsLastDay.sample(put, nowMs);
        gotsLastHour.sample(got, nowMs);
        gotsLastDay.sample(got, nowMs);
    }

    /** Messages stored per second over 10 s, 60 s, 600 s; so are the next ones. */
    public String putTps() {
        return puts.text();
    }

    /** Messages delivered. */
    public String transferredTps() {
        return gots.text();
    }

    /** Pulls that found messages. */
    public String foundTps() {
        return found.text();
    }

    public String missTps() {
        return missed.text();
    }

    public String totalTps() {
        return pulls.text();
    }

    public long putsAtTodayMorning() {
        return dailyPuts.atTodayMorning();
    }

    public long putsAtYesterdayMorning() {
        return dailyPuts.atYesterdayMorning();
    }

    public long gotsAtTodayMorning() {
        return dailyGots.atTodayMorning();
    }

    public long gotsAtYesterdayMorning() {
        return dailyGots.atYesterdayMorning();
    }

    /** Over the last minute, hour and day. */
    public record Spans(double perSecond, long lastHour, long lastDay) {}

    /** @param count messages stored so far */
    public Spans puts(long count) {
        return new Spans(puts.perSecond(6), putsLastHour.sum(count), putsLastDay.sum(count));
    }

    /** @param count messages delivered so far */
    public Spans gots(long count) {
        return new Spans(gots.perSecond(6), gotsLastHour.sum(count), gotsLastDay.sum(count));
    }
}
