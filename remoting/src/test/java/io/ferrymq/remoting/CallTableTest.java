package io.ferrymq.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.remoting.exception.RemotingException;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Calls are found by their number whatever order they end in. */
class CallTableTest {
    private static final ReplyCallback NOBODY = new ReplyCallback() {
        @Override
        public void onReply(Reply reply) {}

        @Override
        public void onFailure(RemotingException cause) {}
    };

    private final CallTable table = new CallTable();

    private static PendingCall call(int opaque) {
        return new PendingCall(opaque, Request.of(1), 1_000, NOBODY, false);
    }

    @Test
    void shouldFindACallThatWaitsWhileMillionsComeAndGo() {
        PendingCall patient = call(7);
        table.put(patient);
        for (int opaque = 8; opaque < 1_000_000; opaque++) {
            table.put(call(opaque));
            assertThat(table.remove(opaque).opaque()).isEqualTo(opaque);
        }
        assertThat(table.size()).isEqualTo(1);
        assertThat(table.get(7)).isSameAs(patient);
        assertThat(table.remove(7)).isSameAs(patient);
        assertThat(table.remove(7)).isNull();
        assertThat(table.size()).isZero();
    }

    @Test
    void shouldHoldAsManyAsAMapInAnyOrderAndAcrossTheOverflowOfNumbers() {
        Random random = new Random(42);
        Map<Integer, PendingCall> expected = new HashMap<>();
        int next = Integer.MAX_VALUE - 50_000;
        for (int i = 0; i < 200_000; i++) {
            if (random.nextInt(100) < 52) {
                PendingCall call = call(next++);
                assertThat(table.put(call)).isNull();
                expected.put(call.opaque(), call);
            } else {
                int opaque = next - 1 - random.nextInt(10_000);
                assertThat(table.get(opaque)).isSameAs(expected.get(opaque));
                assertThat(table.remove(opaque)).isSameAs(expected.remove(opaque));
            }
        }
        Map<Integer, PendingCall> left = new HashMap<>();
        table.forEach(call -> assertThat(left.put(call.opaque(), call)).isNull());
        assertThat(table.size()).isEqualTo(expected.size());
        assertThat(left).isEqualTo(expected);
    }

    @Test
    void shouldHandBackTheCallThatHadTheSameNumber() {
        PendingCall old = call(5);
        table.put(old);
        assertThat(table.put(call(5))).isSameAs(old);
        PendingCall aside = call(100);
        table.put(aside);
        table.put(call(100 + (1 << 20)));
        assertThat(table.put(call(100))).isSameAs(aside);
        table.clear();
        assertThat(table.size()).isZero();
        assertThat(table.get(100)).isNull();
    }
}
