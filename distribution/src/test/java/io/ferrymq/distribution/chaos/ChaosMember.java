package io.ferrymq.distribution.chaos;

import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.ConsumeOrderlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.consumer.listener.MessageListenerOrderly;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * A member of a group that writes down what it consumes. Its ledger has a line for each message, {@code C begin end queue offset}, one when it is
 * given queues, {@code A now queue queue …}, and one when it has left, {@code L now}. Times are nanoseconds of the machine's clock, so that
 * ledgers of several processes can be held side by side.
 */
final class ChaosMember implements AutoCloseable {
    private static final int CACHED_MAX = 200;
    private static final int THREADS = 4;
    private static final int INTERVAL_MS = 1_000;

    private final DefaultMQPushConsumer consumer;
    private final OutputStream ledger;
    private final long workNanos;

    /** @param args as those of a member that is a process of the published client: nameserver, topic, group, kind, file, µs a message */
    static ChaosMember start(List<String> args) throws Exception {
        ChaosMember member = new ChaosMember(args);
        member.consumer.start();
        return member;
    }

    private ChaosMember(List<String> args) throws Exception {
        String topic = args.get(1);
        ledger = new FileOutputStream(args.get(4));
        workNanos = TimeUnit.MICROSECONDS.toNanos(Long.parseLong(args.get(5)));
        consumer = new DefaultMQPushConsumer(args.get(2));
        consumer.setNamesrvAddr(args.get(0));
        consumer.setInstanceName("chaos-" + System.nanoTime());
        consumer.setPollNameServerInterval(INTERVAL_MS);
        consumer.setHeartbeatBrokerInterval(INTERVAL_MS);
        consumer.setPersistConsumerOffsetInterval(INTERVAL_MS);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.setPullThresholdForQueue(CACHED_MAX);
        consumer.setConsumeThreadMin(THREADS);
        consumer.setConsumeThreadMax(THREADS);
        consumer.subscribe(topic, "*");
        consumer.setMessageQueueListener((changed, all, assigned) -> {
            if (changed.equals(topic)) {
                write("A " + System.nanoTime() + " " + ids(assigned));
            }
        });
        if (args.get(3).equals("orderly")) {
            consumer.registerMessageListener((MessageListenerOrderly) (messages, context) -> {
                messages.forEach(this::consumed);
                return ConsumeOrderlyStatus.SUCCESS;
            });
        } else {
            consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
                messages.forEach(this::consumed);
                return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
            });
        }
    }

    private static String ids(Set<MessageQueue> queues) {
        return queues.stream()
                .map(queue -> Integer.toString(queue.getQueueId()))
                .collect(Collectors.joining(" "));
    }

    private void consumed(MessageExt message) {
        long beginNanos = System.nanoTime();
        LockSupport.parkNanos(workNanos);
        write("C " + beginNanos + " " + System.nanoTime() + " " + message.getQueueId() + " "
                + message.getQueueOffset());
    }

    // One write a line: a process that is killed leaves whole lines.
    private synchronized void write(String line) {
        try {
            ledger.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        consumer.shutdown();
        write("L " + System.nanoTime());
    }

    /** As a process: leaves when the other end closes its input. */
    public static void main(String[] args) throws Exception {
        ChaosMember member = start(List.of(args));
        while (System.in.read() >= 0) {
            // What is said does not matter.
        }
        member.close();
        System.exit(0);
    }
}
