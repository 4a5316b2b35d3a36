package io.ferrymq.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the frames of a read ask for is done once, and never forgotten. */
class AfterReadTest {
    private final AfterRead here = AfterRead.ofThisThread();
    private final AtomicInteger done = new AtomicInteger();
    private final Runnable work = done::incrementAndGet;

    @AfterEach
    void stop() {
        here.end();
    }

    @Test
    void shouldLeaveTheWorkToTheCallerWhereNothingIsRead() {
        assertThat(AfterRead.postpone(work)).isFalse();
        here.begin();
        here.end();
        assertThat(AfterRead.postpone(work)).isFalse();
        assertThat(done).hasValue(0);
    }

    @Test
    void shouldDoItOnceAtTheEndOfEachRead() {
        for (int read = 1; read <= 2; read++) {
            here.begin();
            for (int frame = 0; frame < 5; frame++) {
                assertThat(AfterRead.postpone(work)).isTrue();
            }
            assertThat(done).hasValue(read - 1);
            here.end();
            assertThat(done).hasValue(read);
        }
        here.begin();
        here.end();
        assertThat(done).hasValue(2);
    }

    @Test
    void shouldNotWaitForTheEndOfALongRead() {
        AtomicInteger other = new AtomicInteger();
        Runnable otherWork = other::incrementAndGet;
        here.begin();
        AfterRead.postpone(otherWork);
        for (int frame = 0; frame < 63; frame++) {
            AfterRead.postpone(work);
        }
        assertThat(done).hasValue(1);
        assertThat(other).hasValue(1);
        AfterRead.postpone(work);
        here.end();
        assertThat(done).hasValue(2);
        assertThat(other).hasValue(1);
    }

    @Test
    void shouldKeepWhatWorkPostponesItself() {
        Runnable postponing = () -> AfterRead.postpone(work);
        here.begin();
        for (int frame = 0; frame < 64; frame++) {
            AfterRead.postpone(postponing);
        }
        assertThat(done).hasValue(0);
        here.end();
        assertThat(done).hasValue(1);
    }
}
