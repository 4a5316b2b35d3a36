package io.ferrymq.broker.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import org.junit.jupiter.api.DisplayName;
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
    @DisplayName("Sums of the last hour and day are those of this moment, not of the last sample")
    void shouldTellSumsUpToNow() {
        BrokerStats stats = new BrokerStats();
        stats.sample(0);
        stats.topics().sample(0);
        stats.put("T", 1_234, 5_000);
        stats.got("G", "T", 200, 800);
        stats.topics().sentBack("G", "T", false);
        stats.topics().sentBack("G", "T", true);

        assertThat(stats.topics().puts("T").messageSpans().lastDay()).isEqualTo(1_234);
        assertThat(stats.topics().puts("T").byteSpans().lastHour()).isEqualTo(5_000);
        assertThat(stats.topics().gets("G", "T").messageSpans().lastHour()).isEqualTo(200);
        assertThat(stats.topics().sentBackOf("G", "T").messages()).isEqualTo(1);
        assertThat(stats.topics().deadLettersOf("G", "T").messages()).isEqualTo(1);
        assertThat(stats.topics().sentBackOf("G", "T2")).isNull();
        assertThat(stats.rates().puts(stats.putMessages()).lastDay()).isEqualTo(1_234);
        stats.sample(10_000);
        assertThat(stats.rates().putTps()).startsWith("123.40 ");
        assertThat(stats.rates().puts(stats.putMessages()).lastDay()).isEqualTo(1_234);
        stats.topics().forgetGroup("G");
        assertThat(stats.topics().gets("G", "T")).isNull();
        assertThat(stats.topics().deadLettersOf("G", "T")).isNull();
    }

    @Test
    @DisplayName("UP-200: what administrators look at is counted for them alone")
    void up200_shouldCountToolsApart() {
        BrokerStats stats = new BrokerStats();
        stats.got("TOOLS_CONSUMER", "T", 32, 3_200);
        assertThat(stats.gotMessages()).isZero();
        assertThat(stats.topics().gets("TOOLS_CONSUMER", "T").messages()).isEqualTo(32);
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
