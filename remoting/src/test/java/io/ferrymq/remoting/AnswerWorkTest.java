package io.ferrymq.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Work that answers bring about is handed over in portions, in order, and none is lost. */
class AnswerWorkTest {
    private final Wakeups wakeups = Wakeups.ofThisThread();
    private final WriteQueue writes = new WriteQueue(new EmbeddedChannel(), null);
    private final List<Integer> done = new ArrayList<>();
    private final List<Integer> portions = new ArrayList<>();
    private final Consumer<List<Runnable>> taker = this::take;

    private void take(List<Runnable> together) {
        portions.add(together.size());
        together.forEach(Runnable::run);
    }

    @AfterEach
    void end() {
        wakeups.end();
    }

    private boolean add(int number) {
        return AnswerWork.add(taker, () -> done.add(number));
    }

    @Test
    void shouldTakeNothingWhileNoBytesAreLookedAt() {
        assertThat(add(1)).isFalse();
        wakeups.gather(writes);
        wakeups.end();
        assertThat(add(2)).isFalse();
        assertThat(done).isEmpty();
    }

    @Test
    void shouldHandOverInPortionsAndTheRestAtTheEnd() {
        wakeups.gather(writes);
        IntStream.range(0, 70).forEach(this::add);
        assertThat(portions).containsExactly(32, 32);
        wakeups.end();
        assertThat(portions).containsExactly(32, 32, 6);
        assertThat(done)
                .containsExactlyElementsOf(IntStream.range(0, 70).boxed().toList());
    }

    @Test
    void shouldKeepTakersApart() {
        List<String> others = new ArrayList<>();
        wakeups.gather(writes);
        add(1);
        AnswerWork.add(together -> others.add("other took " + together.size()), () -> {});
        add(2);
        wakeups.end();
        assertThat(done).containsExactly(1, 2);
        assertThat(others).containsExactly("other took 1");
    }

    @Test
    void shouldKeepWhatWorkAddsThatRunsAtOnce() {
        wakeups.gather(writes);
        AnswerWork.add(taker, () -> add(100));
        IntStream.range(0, 32).forEach(this::add);
        wakeups.end();
        assertThat(done).contains(100).hasSize(33);
    }
}
