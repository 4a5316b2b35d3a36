package io.ferrymq.peers;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendCallback;
import org.apache.rocketmq.client.producer.SendResult;
import org.apache.rocketmq.common.message.Message;

/**
 * The sends of one application, counted: the published client as it is, ours after replacing {@code org.apache.rocketmq} by {@code io.ferrymq}
 * in this file. Prints one line: messages a second, microseconds of processor time and allocated
 * bytes of this process per message, the broker's processor time per message, failures.
 */
public final class SendBench {
    private static final int UNDER_WAY_MAX = 2_048;
    private static final int BATCH = 32;

    private final DefaultMQProducer producer;
    private final String topic;
    private final String mode;
    private final int bodyBytes;
    private final AtomicLong failed = new AtomicLong();
    private final Counter[] counters;
    private volatile boolean running = true;

    /** One per thread, in cache lines of its own; asynchronous ones count when they are answered. */
    private static final class Counter extends AtomicLong {
        private static final long serialVersionUID = 1;
        long p1, p2, p3, p4, p5, p6, p7;
        final Semaphore room = new Semaphore(0);
    }

    private SendBench(DefaultMQProducer producer, String topic, String mode, int threads, int bodyBytes) {
        this.producer = producer;
        this.topic = topic;
        this.mode = mode;
        this.bodyBytes = bodyBytes;
        counters = new Counter[threads];
        Arrays.setAll(counters, i -> new Counter());
    }

    /**
     * Arguments: nameserver, topic, mode (sync, async, oneway, batch, autobatch, autobatch-async), threads, body bytes, warm-up and counted
     * seconds, and, if its processor time shall be told too, the broker's process id.
     */
    public static void main(String[] args) throws Exception {
        String mode = args[2];
        int threads = Integer.parseInt(args[3]);
        DefaultMQProducer producer = new DefaultMQProducer("bench-" + mode);
        producer.setNamesrvAddr(args[0]);
        if (mode.startsWith("autobatch")) {
            producer.setAutoBatch(true);
        }
        producer.start();
        SendBench bench = new SendBench(producer, args[1], mode, threads, Integer.parseInt(args[4]));
        bench.run(Integer.parseInt(args[5]), Integer.parseInt(args[6]), args.length > 7 ? args[7] : null);
        producer.shutdown();
        System.exit(0);
    }

    private void run(int warmUpSeconds, int seconds, String brokerPid) throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (Counter counter : counters) {
            counter.room.release(Math.max(1, UNDER_WAY_MAX / counters.length));
            Thread thread = new Thread(() -> loop(counter));
            thread.start();
            threads.add(thread);
        }
        pause(warmUpSeconds);
        long sent0 = sent();
        long cpu0 = cpuMicros("self");
        long broker0 = brokerPid == null ? 0 : cpuMicros(brokerPid);
        long bytes0 = allocated();
        long start = System.nanoTime();
        pause(seconds);
        double elapsed = (System.nanoTime() - start) / 1e9;
        long sent = sent() - sent0;
        double cpu = (cpuMicros("self") - cpu0) / (double) sent;
        double broker = brokerPid == null ? 0 : (cpuMicros(brokerPid) - broker0) / (double) sent;
        double bytes = (allocated() - bytes0) / (double) sent;
        running = false;
        System.out.printf(
                Locale.ROOT,
                "rate %.0f cpu %.2f broker %.2f alloc %.0f failed %d%n",
                sent / elapsed,
                cpu,
                broker,
                bytes,
                failed.get());
        for (Counter counter : counters) {
            counter.room.release(1 << 20);
        }
        for (Thread thread : threads) {
            thread.join(5_000);
        }
    }

    private static void pause(int seconds) {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private void loop(Counter counter) {
        byte[] body = new byte[bodyBytes];
        Arrays.fill(body, (byte) 'x');
        while (running) {
            try {
                step(counter, body);
            } catch (Exception e) {
                fail(e);
            }
        }
    }

    private void step(Counter counter, byte[] body) throws Exception {
        switch (mode) {
            case "sync":
            case "autobatch":
                producer.send(new Message(topic, body));
                counter.lazySet(counter.get() + 1);
                break;
            case "oneway":
                producer.sendOneway(new Message(topic, body));
                counter.lazySet(counter.get() + 1);
                break;
            case "batch":
                List<Message> batch = new ArrayList<>(BATCH);
                for (int i = 0; i < BATCH; i++) {
                    batch.add(new Message(topic, body));
                }
                producer.send(batch);
                counter.lazySet(counter.get() + BATCH);
                break;
            default:
                counter.room.acquire();
                producer.send(new Message(topic, body), new Answer(counter));
        }
    }

    private final class Answer implements SendCallback {
        private final Counter counter;

        Answer(Counter counter) {
            this.counter = counter;
        }

        @Override
        public void onSuccess(SendResult result) {
            counter.incrementAndGet();
            counter.room.release();
        }

        @Override
        public void onException(Throwable e) {
            fail(e);
            counter.room.release();
        }
    }

    private void fail(Throwable e) {
        if (failed.getAndIncrement() == 0) {
            System.err.println("the first send that failed: " + e);
        }
    }

    private long sent() {
        long sum = 0;
        for (Counter counter : counters) {
            sum += counter.get();
        }
        return sum;
    }

    private static long allocated() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
            sum += Math.max(0, bytes);
        }
        return sum;
    }

    private static long cpuMicros(String process) throws IOException {
        String stat = Files.readString(Path.of("/proc", process, "stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * 10_000;
    }
}
