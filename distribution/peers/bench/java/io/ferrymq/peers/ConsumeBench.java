package io.ferrymq.peers;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendCallback;
import org.apache.rocketmq.client.producer.SendResult;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.Message;

/**
 * A push consumer of one application, counted: the published client as it is, ours after replacing {@code org.apache.rocketmq} by
 * {@code io.ferrymq} in this file. What to do is the first argument; each prints one line.
 *
 * <ul>
 *   <li>{@code produce NAMESERVER TOPIC COUNT BODY_BYTES}: fills a topic.
 *   <li>{@code consume NAMESERVER TOPIC COUNT GROUP ROUNDS BROKER_PID}: reads so many messages from the topic's beginning, once per round with
 *       a new group; a line each: messages a second, this process's processor time and allocated bytes per message, the broker's processor
 *       time per message.
 *   <li>{@code latency NAMESERVER TOPIC GROUP RATE WARM_UP_SECONDS SECONDS}: microseconds from the call of send to the call of the listener.
 *   <li>{@code idle NAMESERVER TOPIC GROUP CONSUMERS GROUPS SECONDS BROKER_PID}: so many consumers, each with connections of its own, that get
 *       nothing: the broker's processor time in percent of one core.
 * </ul>
 */
public final class ConsumeBench {
    private static final int BATCH = 64;
    private static final long CLAIM_MAX_SECONDS = 300;

    private ConsumeBench() {}

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "produce" -> produce(args[1], args[2], Integer.parseInt(args[3]), Integer.parseInt(args[4]));
            case "consume" -> {
                for (int round = 1; round <= Integer.parseInt(args[5]); round++) {
                    consume(args[1], args[2], Long.parseLong(args[3]), args[4] + "-" + round, args[6]);
                }
            }
            case "latency" -> new Latency(Integer.parseInt(args[4])).run(args);
            case "idle" -> idle(args);
            default -> throw new IllegalArgumentException(args[0]);
        }
        System.exit(0);
    }

    private static void produce(String nameserver, String topic, int count, int bodyBytes) throws Exception {
        DefaultMQProducer producer = producer(nameserver);
        byte[] body = new byte[bodyBytes];
        Arrays.fill(body, (byte) 'x');
        for (int sent = 0; sent < count; ) {
            List<Message> batch = new ArrayList<>(BATCH);
            for (int i = 0; i < BATCH && sent < count; i++, sent++) {
                batch.add(new Message(topic, body));
            }
            producer.send(batch);
        }
        producer.shutdown();
    }

    private static DefaultMQProducer producer(String nameserver) throws Exception {
        DefaultMQProducer producer = new DefaultMQProducer("bench-producer");
        producer.setNamesrvAddr(nameserver);
        producer.start();
        return producer;
    }

    private static DefaultMQPushConsumer consumer(
            String nameserver, String topic, String group, MessageListenerConcurrently listener) throws Exception {
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(group);
        consumer.setNamesrvAddr(nameserver);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe(topic, "*");
        consumer.registerMessageListener(listener);
        return consumer;
    }

    private static void consume(String nameserver, String topic, long count, String group, String brokerPid)
            throws Exception {
        LongAdder got = new LongAdder();
        CountDownLatch first = new CountDownLatch(1);
        DefaultMQPushConsumer consumer = consumer(nameserver, topic, group, (messages, context) -> {
            if (first.getCount() > 0) {
                first.countDown();
            }
            got.add(messages.size());
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        long cpu0 = cpuMicros("self");
        long broker0 = cpuMicros(brokerPid);
        Map<Long, Long> bytes0 = allocated();
        consumer.start();
        first.await(CLAIM_MAX_SECONDS, TimeUnit.SECONDS);
        long start = System.nanoTime();
        long end = start + TimeUnit.SECONDS.toNanos(CLAIM_MAX_SECONDS);
        long seen = 0;
        while (seen < count && System.nanoTime() < end) {
            LockSupport.parkNanos(5_000_000);
            seen = got.sum();
        }
        double elapsed = (System.nanoTime() - start) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "rate %.0f cpu %.2f broker %.2f alloc %.0f missing %d%n",
                seen / elapsed,
                (cpuMicros("self") - cpu0) / (double) seen,
                (cpuMicros(brokerPid) - broker0) / (double) seen,
                allocatedSince(bytes0) / (double) seen,
                Math.max(0, count - seen));
        consumer.shutdown();
    }

    private static final class Latency {
        private final long[] nanos;
        private final AtomicInteger kept = new AtomicInteger();
        private final int rate;
        private volatile boolean counting;

        Latency(int rate) {
            this.rate = rate;
            this.nanos = new long[rate * 600];
        }

        void run(String[] args) throws Exception {
            DefaultMQPushConsumer consumer = consumer(args[1], args[2], args[3], (messages, context) -> {
                long now = System.nanoTime();
                for (Message message : messages) {
                    if (counting) {
                        nanos[kept.getAndIncrement()] =
                                now - ByteBuffer.wrap(message.getBody()).getLong();
                    }
                }
                return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
            });
            consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_LAST_OFFSET);
            consumer.start();
            DefaultMQProducer producer = producer(args[1]);
            pause(3);
            send(producer, args[2], Integer.parseInt(args[5]));
            counting = true;
            send(producer, args[2], Integer.parseInt(args[6]));
            counting = false;
            long[] sorted = Arrays.copyOf(nanos, kept.get());
            Arrays.sort(sorted);
            System.out.printf(
                    Locale.ROOT,
                    "count %d p50 %.0f p90 %.0f p99 %.0f max %.0f%n",
                    sorted.length,
                    at(sorted, 0.5),
                    at(sorted, 0.9),
                    at(sorted, 0.99),
                    at(sorted, 1));
            producer.shutdown();
            consumer.shutdown();
        }

        private static double at(long[] sorted, double quantile) {
            return sorted.length == 0 ? -1 : sorted[(int) Math.round((sorted.length - 1) * quantile)] / 1e3;
        }

        private void send(DefaultMQProducer producer, String topic, int seconds) throws Exception {
            long start = System.nanoTime();
            for (int i = 0; i < rate * seconds; i++) {
                long due = start + i * 1_000_000_000L / rate;
                for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                byte[] body = new byte[1024];
                ByteBuffer.wrap(body).putLong(System.nanoTime());
                producer.send(new Message(topic, body), IGNORED);
            }
        }
    }

    private static final SendCallback IGNORED = new SendCallback() {
        @Override
        public void onSuccess(SendResult result) {
            // Counted where it arrives.
        }

        @Override
        public void onException(Throwable e) {
            System.err.println("a send failed: " + e);
        }
    };

    private static void idle(String[] args) throws Exception {
        int count = Integer.parseInt(args[4]);
        int groups = Integer.parseInt(args[5]);
        for (int i = 0; i < count; i++) {
            DefaultMQPushConsumer consumer = consumer(
                    args[1],
                    args[2],
                    args[3] + "-" + i % groups,
                    (messages, context) -> ConsumeConcurrentlyStatus.CONSUME_SUCCESS);
            consumer.setInstanceName("idle-" + i);
            consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_LAST_OFFSET);
            consumer.setConsumeThreadMin(1);
            consumer.setConsumeThreadMax(1);
            consumer.start();
        }
        System.out.println("started");
        pause(Integer.getInteger("settle", 60));
        int seconds = Integer.parseInt(args[6]);
        long broker0 = cpuMicros(args[7]);
        pause(seconds);
        System.out.printf(
                Locale.ROOT, "idle %d broker %.2f %%%n", count, (cpuMicros(args[7]) - broker0) / (seconds * 10_000.0));
    }

    private static void pause(int seconds) {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Bytes by thread: threads end during a run, and take their numbers with them. */
    private static Map<Long, Long> allocated() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] ids = threads.getAllThreadIds();
        long[] bytes = threads.getThreadAllocatedBytes(ids);
        Map<Long, Long> of = new HashMap<>();
        for (int i = 0; i < ids.length; i++) {
            of.put(ids[i], Math.max(0, bytes[i]));
        }
        return of;
    }

    private static long allocatedSince(Map<Long, Long> before) {
        long sum = 0;
        for (Map.Entry<Long, Long> now : allocated().entrySet()) {
            sum += now.getValue() - before.getOrDefault(now.getKey(), 0L);
        }
        return sum;
    }

    private static long cpuMicros(String process) throws IOException {
        String stat = Files.readString(Path.of("/proc", process, "stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * 10_000;
    }
}
