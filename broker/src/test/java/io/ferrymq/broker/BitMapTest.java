package io.ferrymq.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.protocol.filter.FilterAPI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bit maps help filters and never keep a message from them: not an older one, not after a start, not when the expression has changed. */
class BitMapTest {
    @TempDir
    private Path store;

    private TestBroker broker;
    private int sent;

    @BeforeEach
    void start() throws Exception {
        startBroker();
        broker.createTopic("T", 1);
    }

    private void startBroker() {
        broker = TestBroker.start(
                store,
                "enablePropertyFilter",
                "true",
                "enableConsumeQueueExt",
                "true",
                "enableCalcFilterBitMap",
                "true",
                "mappedFileSizeConsumeQueueExt",
                "4096");
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    private void send(int count) throws Exception {
        for (int i = 0; i < count; i++, sent++) {
            byte[] body = Integer.toString(sent).getBytes(StandardCharsets.UTF_8);
            Map<String, String> properties = Map.of("a", Integer.toString(sent % 5));
            // The last one is waited for: a pull sees all of them.
            Reply reply = i == count - 1
                    ? broker.send("T", 0, properties, body)
                    : broker.call(TestBroker.send(TestBroker.header("T", 0, properties), body));
            assertThat(reply.code()).isZero();
        }
    }

    private TestConsumer member(String group, String expression, long version) throws Exception {
        TestConsumer member = new TestConsumer(broker.broker().address(), group, group);
        member.subscribe(FilterAPI.build("T", expression, "SQL92", version));
        return member;
    }

    private List<String> read(TestConsumer member) throws Exception {
        List<String> found = new ArrayList<>();
        for (long at = 0; at < sent; ) {
            Reply reply = member.pull("T", 0, at);
            if (reply.code() == 0) {
                found.addAll(TestConsumer.bodies(reply));
            }
            at = TestConsumer.header(reply).nextBeginOffset();
        }
        return found;
    }

    private List<String> all(int a) {
        return IntStream.range(0, sent)
                .filter(i -> i % 5 == a)
                .mapToObj(Integer::toString)
                .toList();
    }

    @Test
    void shouldDeliverWhatMatchesWhateverTheBitMapsKnow() throws Exception {
        send(10);
        try (TestConsumer one = member("one", "a = 1", 1);
                TestConsumer two = member("two", "a = 2", 1)) {
            assertThat(read(one)).isEqualTo(all(1));
            send(10);
            assertThat(read(one)).isEqualTo(all(1));
            assertThat(read(two)).isEqualTo(all(2));
            one.subscribe(FilterAPI.build("T", "a = 3", "SQL92", 2));
            assertThat(read(one)).isEqualTo(all(3));
            send(10);
            assertThat(read(one)).isEqualTo(all(3));
        }
        // With nobody there, bit maps go on being made.
        send(10);
        broker.close();
        startBroker();
        send(10);
        try (TestConsumer one = member("one", "a = 3", 3);
                TestConsumer two = member("two", "a IN ('2')", 2);
                TestConsumer three = member("three", "a = 0", 1)) {
            assertThat(read(one)).isEqualTo(all(3));
            assertThat(read(two)).isEqualTo(all(2));
            assertThat(read(three)).isEqualTo(all(0));
        }
    }
}
