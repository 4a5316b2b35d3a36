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

    /** These brokers have been connected for long, and the first of them was asked. */
    private void settled(List<String> brokers, String... members) {
        brokers.forEach(seen::connected);
        nowMs.addAndGet(MembersSeen.RETURN_MAX_MS);
        assertThat(seen.missing(brokers.get(0), List.of(members))).isEmpty();
    }

    private void comesBack(String broker) {
        seen.disconnected(broker);
        nowMs.addAndGet(60_000);
        seen.connected(broker);
    }

    @Test
    void shouldBelieveABrokerWhoseConnectionHolds() {
        settled(List.of("a"), "1", "2");
        assertThat(seen.missing("a", List.of("2"))).isEmpty();
        assertThat(seen.missing("a", List.of("2", "3"))).isEmpty();
        assertThat(seen.missing("a", List.of("3"))).isEmpty();
    }

    @Test
    void shouldWaitForThoseWhoAreNotBackYet() {
        settled(List.of("a"), "1", "2", "3");
        comesBack("a");

        assertThat(seen.missing("a", List.of("2"))).containsExactlyInAnyOrder("1", "3");
        assertThat(seen.missing("a", List.of("2", "3", "new"))).containsExactly("1");
        assertThat(seen.missing("a", List.of("2", "3", "new", "1"))).isEmpty();
    }

    @Test
    @DisplayName(
            "Who died with the broker is waited for a moment only, counted from the new connection, and then forgotten")
    void shouldNotWaitForLong() {
        settled(List.of("a", "b"), "1", "2");
        comesBack("a");
        nowMs.addAndGet(MembersSeen.RETURN_MAX_MS - 1);
        assertThat(seen.missing("a", List.of("1"))).containsExactly("2");

        nowMs.addAndGet(1);
        assertThat(seen.missing("a", List.of("1"))).isEmpty();
        comesBack("b");
        assertThat(seen.missing("b", List.of("1"))).isEmpty();
    }

    @Test
    @DisplayName(
            "Of two brokers that were killed the one is back first that was never asked: it is not believed either")
    void shouldRememberWhomAnotherBrokerNamed() {
        settled(List.of("a", "b"), "1", "2", "3");
        seen.disconnected("a");
        comesBack("b");

        assertThat(seen.missing("b", List.of("2"))).containsExactlyInAnyOrder("1", "3");
        seen.connected("a");
        assertThat(seen.missing("a", List.of("3"))).containsExactlyInAnyOrder("1", "2");
        assertThat(seen.missing("b", List.of("1", "2", "3"))).isEmpty();
    }

    @Test
    void shouldBelieveAnotherBrokerThatHasBeenThereAllTheTime() {
        settled(List.of("a", "b"), "1", "2", "3");
        comesBack("a");

        assertThat(seen.missing("a", List.of("1"))).containsExactlyInAnyOrder("2", "3");
        assertThat(seen.missing("b", List.of("1", "2"))).isEmpty();
        assertThat(seen.missing("a", List.of("1"))).containsExactly("2");
    }

    @Test
    void shouldWaitAnewEachTimeTheConnectionIsLost() {
        settled(List.of("a"), "1", "2");
        for (int time = 0; time < 3; time++) {
            comesBack("a");
            assertThat(seen.missing("a", List.of("1"))).containsExactly("2");
            nowMs.addAndGet(MembersSeen.RETURN_MAX_MS - 1);
            assertThat(seen.missing("a", List.of("1"))).containsExactly("2");
        }
    }

    @Test
    @DisplayName(
            "Where the connection was not heard of, or its predecessor's end was heard of after it, the first answer counts")
    void shouldCountFromTheFirstAnswerWithoutAConnection() {
        assertThat(seen.missing("a", List.of("1", "2"))).isEmpty();
        nowMs.addAndGet(MembersSeen.RETURN_MAX_MS);
        seen.connected("a");
        seen.disconnected("a");
        nowMs.addAndGet(60_000);

        assertThat(seen.missing("a", List.of("1"))).containsExactly("2");
        nowMs.addAndGet(MembersSeen.RETURN_MAX_MS - 1);
        assertThat(seen.missing("a", List.of("1"))).containsExactly("2");
        nowMs.addAndGet(1);
        assertThat(seen.missing("a", List.of("1"))).isEmpty();
    }

    @Test
    @DisplayName("A broker that is back for long and was not asked since does not bring back whom it named once")
    void shouldNotKeepTheOldListOfABroker() {
        settled(List.of("a", "b"), "1", "2", "3");
        assertThat(seen.missing("b", List.of("1", "2", "3"))).isEmpty();
        comesBack("b");
        assertThat(seen.missing("a", List.of("1", "2"))).isEmpty();

        assertThat(seen.missing("b", List.of("1", "2"))).isEmpty();
        comesBack("a");
        assertThat(seen.missing("a", List.of("1"))).containsExactly("2");
    }

    @Test
    @DisplayName(
            "Who leaves soon after a broker named it is not waited for: that broker has forgotten nobody meanwhile")
    void shouldBelieveThatAMemberLeftOnTheSameConnection() {
        seen.connected("a");
        assertThat(seen.missing("a", List.of("1", "2", "3"))).isEmpty();
        assertThat(seen.missing("a", List.of("1", "3"))).isEmpty();

        comesBack("a");
        assertThat(seen.missing("a", List.of("1"))).containsExactly("3");
    }

    @Test
    void shouldNotWaitLongerWhenTheClockIsSetBack() {
        settled(List.of("a"), "1", "2");
        nowMs.addAndGet(3_600_000);
        seen.connected("a");
        nowMs.addAndGet(-3_600_000);

        assertThat(seen.missing("a", List.of("1"))).containsExactly("2");
        nowMs.addAndGet(MembersSeen.RETURN_MAX_MS);
        assertThat(seen.missing("a", List.of("1"))).isEmpty();
    }
}
