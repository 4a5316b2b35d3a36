package io.ferrymq.distribution.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.DefaultMQPullConsumer;
import io.ferrymq.client.consumer.PullResult;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.client.producer.SendResult;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.LinkProxy;
import io.ferrymq.distribution.LocalCluster;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many threads send, each waiting for its answer, while some are interrupted, answers stall and the connection breaks. */
class SyncSendersTest {
    private static final String TOPIC = "topic";
    private static final int SENDERS = 64;
    private static final int SEND_TIMEOUT_MS = 400;
    private static final int FAULTS = 6;
    /** What a busy machine may add. */
    private static final long LATE_MAX_MS = 8_000;

    @TempDir
    private Path directory;

    private final Map<String, String> bodyByPlace = new ConcurrentHashMap<>();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger interrupted = new AtomicInteger();
    private final AtomicInteger twice = new AtomicInteger();
    private final AtomicLong longestMs = new AtomicLong();
    private volatile boolean ending;

    @Test
    @DisplayName("No sender sleeps past its time, and each gets the answer to its own message")
    void shouldWakeEverySenderWithItsOwnAnswer() throws Exception {
        try (LocalCluster brokers = LocalCluster.start(directory.resolve("brokers"), LocalCluster.BROKER);
                LocalCluster names = LocalCluster.withNameServers(directory.resolve("names"), 1);
                LinkProxy link = new LinkProxy(portOf(brokers.brokerAddress()))) {
            brokers.createTopic(TOPIC, 1);
            names.register(LocalCluster.BROKER, link.address(), TOPIC, 1);
            DefaultMQProducer producer = new DefaultMQProducer("senders");
            producer.setNamesrvAddr(names.nameServerAddress());
            producer.setSendMsgTimeout(SEND_TIMEOUT_MS);
            producer.start();
            brokers.atClose(producer::shutdown);
            List<Thread> senders = new ArrayList<>();
            for (int i = 0; i < SENDERS; i++) {
                String name = "s" + i;
                senders.add(new Thread(() -> send(producer, name), name));
            }
            senders.forEach(Thread::start);
            suffer(link, senders, new Random(7));
            ending = true;
            for (Thread sender : senders) {
                sender.join(LATE_MAX_MS + SEND_TIMEOUT_MS);
                assertThat(sender.isAlive()).as(sender + " still sleeps").isFalse();
            }

            assertThat(failed).as("faults that nobody felt prove nothing").hasPositiveValue();
            assertThat(interrupted).hasPositiveValue();
            assertThat(twice).as("answers given to two senders").hasValue(0);
            assertThat(longestMs.get()).isLessThan(LATE_MAX_MS);
            assertThat(bodyByPlace).hasSizeGreaterThan(SENDERS);
            assertThat(stored(brokers)).containsAllEntriesOf(bodyByPlace);
        }
    }

    private static int portOf(String address) {
        return Integer.parseInt(address.substring(address.indexOf(':') + 1));
    }

    private void send(DefaultMQProducer producer, String name) {
        for (int i = 0; !ending; i++) {
            String body = name + "-" + i;
            long startNanos = System.nanoTime();
            try {
                SendResult sent = producer.send(new Message(TOPIC, body.getBytes(StandardCharsets.UTF_8)));
                String place = sent.getMessageQueue().getQueueId() + "@" + sent.getQueueOffset();
                if (bodyByPlace.put(place, body) != null) {
                    twice.incrementAndGet();
                }
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
            } catch (Exception e) {
                failed.incrementAndGet();
            }
            long tookMs = Duration.ofNanos(System.nanoTime() - startNanos).toMillis();
            longestMs.accumulateAndGet(tookMs, Math::max);
        }
    }

    private void suffer(LinkProxy link, List<Thread> senders, Random random) {
        for (int fault = 0; fault < FAULTS; fault++) {
            int sentBefore = bodyByPlace.size();
            switch (fault % 3) {
                case 0 -> random.ints(8, 0, SENDERS).forEach(i -> senders.get(i).interrupt());
                case 1 -> {
                    int failedBefore = failed.get();
                    link.stall(true);
                    await().atMost(Duration.ofSeconds(30)).until(() -> failed.get() > failedBefore);
                    link.stall(false);
                }
                default -> {
                    link.down(true);
                    link.down(false);
                }
            }
            await("senders go on").atMost(Duration.ofSeconds(30)).until(() -> bodyByPlace.size() > sentBefore + 200);
        }
    }

    @SuppressWarnings("deprecation") // The one that reads any offset.
    private static Map<String, String> stored(LocalCluster brokers) throws Exception {
        DefaultMQPullConsumer consumer = new DefaultMQPullConsumer("readers");
        consumer.setNamesrvAddr(brokers.nameServerAddress());
        consumer.start();
        brokers.atClose(consumer::shutdown);
        MessageQueue queue = new MessageQueue(TOPIC, LocalCluster.BROKER, 0);
        Map<String, String> bodies = new ConcurrentHashMap<>();
        long end = consumer.maxOffset(queue);
        for (long offset = 0; offset < end; ) {
            PullResult pulled = consumer.pull(queue, "*", offset, 1024);
            for (MessageExt message : pulled.getMsgFoundList()) {
                bodies.put(
                        message.getQueueId() + "@" + message.getQueueOffset(),
                        new String(message.getBody(), StandardCharsets.UTF_8));
            }
            offset = pulled.getNextBeginOffset();
        }
        return bodies;
    }
}
