package io.ferrymq.client.impl.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who is waited for when a broker comes back and does not know all members yet. */
class MembersSeenTest {
    private final AtomicLong nowMs = new AtomicLong(1_000);
    private final MembersSeen seen = new MembersSeen(nowMs::get);

    @Test
    void shouldBelieveABrokerWhoseConnectionHolds() {
        assertThat(seen.missing("a", List.of("1", "2"))).isEmpty();
        assertThat(seen.missing("a", List.of("2"))).isEmpty();
        assertThat(seen.missing("a", List.of("2", "3"))).isEmpty();
    }

    @Test
    void shouldWaitForThoseWhoAreNotBackYet() {
        seen.missing("a", List.of("1", "2", "3"));
        seen.disconnected("a"::equals);
        nowMs.addAndGet(60_000);

        assertThat(seen.missing("a", List.of("2"))).containsExactly("1", "3");
        assertThat(seen.missing("a", List.of("2", "3", "new"))).containsExactly("1");
        assertThat(seen.missing("a", List.of("2", "3", "1"))).isEmpty();
    }

    @Test
    @DisplayName("Who died with the broker is waited for a moment only, counted from the broker's first answer")
    void shouldNotWaitForLong() {
        seen.missing("a", List.of("1", "2"));
        seen.disconnected("a"::equals);
        nowMs.addAndGet(60_000);
        assertThat(seen.missing("a", List.of("1"))).containsExactly("2");

        nowMs.addAndGet(MembersSeen.RETURN_MAX_MS - 1);
        assertThat(seen.missing("a", List.of("1"))).containsExactly("2");
        nowMs.addAndGet(1);
        assertThat(seen.missing("a", List.of("1"))).isEmpty();
        assertThat(seen.missing("a", List.of("1"))).isEmpty();
    }

    @Test
    void shouldWaitAnewWhenTheConnectionIsLostAnew() {
        seen.missing("a", List.of("1", "2"));
        seen.disconnected("a"::equals);
        seen.missing("a", List.of("1"));
        nowMs.addAndGet(MembersSeen.RETURN_MAX_MS - 1);
        seen.disconnected("a"::equals);
        nowMs.addAndGet(10);

        assertThat(seen.missing("a", List.of("1"))).containsExactly("2");
    }

    @Test
    void shouldTellBrokersApart() {
        seen.missing("a", List.of("1", "2"));
        seen.missing("b", List.of("1", "2"));
        seen.disconnected("a"::equals);

        assertThat(seen.missing("b", List.of("1"))).isEmpty();
        assertThat(seen.missing("c", List.of("1"))).isEmpty();
        assertThat(seen.missing("a", List.of("1"))).containsExactly("2");
    }
}
