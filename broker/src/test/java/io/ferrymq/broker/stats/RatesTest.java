package io.ferrymq.broker.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class RatesTest {
    private static final long DAY_MS = 86_400_000;

    @Test
    void shouldShowRatesOverThreeSpans() {
        RateHistory history = new RateHistory();
        assertThat(history.text()).isEqualTo("0.00 0.00 0.00");
        for (int i = 0; i <= 6; i++) {
            history.sample(i < 6 ? 0 : 600, i * 10_000L);
        }
        assertThat(history.text()).isEqualTo("60.00 10.00 10.00");
    }

    @Test
    void shouldForgetWhatIsOlderThanItsSpan() {
        SlidingSum hour = new SlidingSum(600_000, 6);
        hour.sample(5, 0);
        hour.sample(7, 650_000);
        assertThat(hour.sum()).isEqualTo(7);
        hour.sample(8, 3_700_000);
        assertThat(hour.sum()).as("the first ten minutes are over").isEqualTo(3);
        hour.sample(8, 99 * DAY_MS);
        assertThat(hour.sum()).isZero();
    }

    @Test
    void shouldRememberWhereTheDaysBegan() {
        DailyTotal total = new DailyTotal(ZoneOffset.UTC);
        total.sample(10, DAY_MS);
        total.sample(20, 2 * DAY_MS);
        total.sample(30, 3 * DAY_MS);
        total.sample(35, 3 * DAY_MS + 1);
        assertThat(total.atTodayMorning()).isEqualTo(30);
        assertThat(total.atYesterdayMorning()).isEqualTo(20);
    }

    @Test
    void shouldCountWithoutTopicsInTheWay() {
        BrokerStats stats = new BrokerStats();
        stats.put("T", 3, 300);
        stats.got("G", "T", 2, 200);
        stats.missed();
        stats.sample(0);
        assertThat(stats.putMessages()).isEqualTo(3);
        assertThat(stats.topics().puts("T").bytes()).isEqualTo(300);
        assertThat(stats.topics().gets("G", "T").messages()).isEqualTo(2);
        stats.topics().forgetTopic("T");
        assertThat(stats.topics().puts("T")).isNull();
    }
}
