package io.ferrymq.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.SendMessageCodec;
import io.ferrymq.remoting.protocol.header.SendMessageRequestHeader;
import io.ferrymq.store.engine.StorePlatform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sends that cannot be taken, and what their producers are told. */
class RefusalTest {
    private static final byte[] BODY = "hello".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path store;

    @Test
    @DisplayName("UP-165: a refused send has one cause, with a text of its own that no other has")
    void up165_shouldGiveOneCause() throws Exception {
        try (TestBroker broker = TestBroker.start(store, "maxMessageSize", "1000", "autoCreateTopicEnable", "false")) {
            broker.createTopic("T", 2);
            Map<String, Reply> refusals = new LinkedHashMap<>();
            refusals.put("maxMessageSize", broker.send("T", 0, Map.of(), new byte[1001]));
            refusals.put("properties", broker.send("T", 0, Map.of("p", "x".repeat(33_000)), BODY));
            refusals.put("body is empty", broker.send("T", 0, Map.of(), new byte[0]));
            refusals.put("queueId[7]", broker.send("T", 7, Map.of(), BODY));
            refusals.put("not exist", broker.send("Unknown", 0, Map.of(), BODY));
            refusals.put("broker itself uses it", broker.send("SCHEDULE_TOPIC_XXXX", 0, Map.of(), BODY));
            refusals.put("transaction", broker.send("T", 0, Map.of("TRAN_MSG", "true"), BODY));
            refusals.put("timer", broker.send("T", 0, Map.of("TIMER_DELAY_MS", "1000"), BODY));
            refusals.put("batch is empty", batch(broker, new byte[0]));
            refusals.put("batch body", batch(broker, new byte[] {0, 0, 0, 77, 1}));

            refusals.forEach((cause, reply) -> {
                assertThat(reply.code()).as(cause).isNotZero();
                assertThat(refusals.keySet().stream()
                                .filter(other -> reply.remark().contains(other)))
                        .as("%s: %s", cause, reply.remark())
                        .containsExactly(cause);
            });
        }
    }

    @Test
    @DisplayName("UP-165: no space and a broken disk are told apart")
    void up165_shouldTellNoSpaceFromABrokenDisk() throws Exception {
        CountDownLatch full = new CountDownLatch(1);
        StorePlatform real = StorePlatform.real();
        StorePlatform platform = real.withSpace((channel, from, to) -> {
            if (full.getCount() == 0) {
                throw new IOException("No space left on device");
            }
            real.space().claim(channel, from, to);
        });
        try (TestBroker broker = TestBroker.start(store, platform)) {
            broker.createTopic("T", 1);
            assertThat(broker.send("T", 0, Map.of(), BODY).code()).isZero();
            full.countDown();
            Reply refused = sendUntilRefused(broker);
            assertThat(refused.code()).isEqualTo(ResponseCode.SERVICE_NOT_AVAILABLE);
            assertThat(refused.remark()).contains("No space left on device").doesNotContain("restart");
        }
    }

    @Test
    @DisplayName("UP-059: a send that the disk keeps waiting is answered with that status before its producer gives up")
    void up059_shouldSayThatTheDiskIsSlow() throws Exception {
        CountDownLatch diskGoesOn = new CountDownLatch(1);
        StorePlatform real = StorePlatform.real();
        StorePlatform platform = real.withForce((segment, from, to) -> {
            awaitUninterruptibly(diskGoesOn);
            real.force().force(segment, from, to);
        });
        try (TestBroker broker = TestBroker.start(store, platform, "flushDiskType", "SYNC_FLUSH")) {
            broker.createTopic("T", 1);
            long begin = System.nanoTime();
            Reply reply = broker.send("T", 0, Map.of(), BODY);
            long waitedMs = (System.nanoTime() - begin) / 1_000_000;
            assertThat(reply.code()).as(reply.remark()).isEqualTo(ResponseCode.FLUSH_DISK_TIMEOUT);
            assertThat(reply.remark()).contains("after 2500 ms", "syncFlushTimeout");
            assertThat(waitedMs).isGreaterThanOrEqualTo(2_400);
            diskGoesOn.countDown();
            assertThat(broker.send("T", 0, Map.of(), BODY).code()).isZero();
        } finally {
            diskGoesOn.countDown();
        }
    }

    private static Reply batch(TestBroker broker, byte[] body) throws Exception {
        SendMessageRequestHeader one = TestBroker.header("T", 0, Map.of());
        SendMessageRequestHeader many = new SendMessageRequestHeader(
                one.producerGroup(),
                one.topic(),
                one.defaultTopic(),
                one.defaultTopicQueueNums(),
                one.queueId(),
                one.sysFlag(),
                one.bornTimestamp(),
                one.flag(),
                one.properties(),
                one.reconsumeTimes(),
                one.unitMode(),
                one.maxReconsumeTimes(),
                true,
                one.bname());
        return broker.call(new Request<>(RequestCode.SEND_BATCH_MESSAGE, many, SendMessageCodec.V2, body));
    }

    private static Reply sendUntilRefused(TestBroker broker) throws Exception {
        byte[] body = new byte[200_000];
        for (int i = 0; i < 500; i++) {
            Reply reply = broker.send("T", 0, Map.of(), body);
            if (reply.code() != 0) {
                return reply;
            }
        }
        throw new AssertionError("100 MB taken by a disk without space");
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
