package io.ferrymq.peers;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.ConsumeOrderlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.consumer.listener.MessageListenerOrderly;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.message.MessageQueue;

/**
 * A member of a group that writes down what it consumes, in the form of the chaos tests' ledgers: {@code C begin end queue offset} for a message,
 * {@code A now queue queue …} when it is given queues, {@code L now} when it has left. Times are nanoseconds of the machine's clock. Started
 * with: nameserver, topic, group, concurrently or orderly, file, microseconds that each message takes.
 */
public final class PeerMember implements Function<List<String>, Runnable> {
    private static final int INTERVAL_MS = 1_000;

    /** As a process: leaves when the other end closes its input. */
    public static void main(String[] args) throws IOException {
        Runnable leave = new PeerMember().apply(Arrays.asList(args));
        while (System.in.read() >= 0) {
            // What is said does not matter.
        }
        leave.run();
        System.exit(0);
    }

    @Override
    public Runnable apply(List<String> args) {
        try {
            return start(args);
        } catch (Exception e) {
            throw new IllegalStateException("a member could not start: " + e, e);
        }
    }

    private static Runnable start(List<String> args) throws Exception {
        OutputStream ledger = new FileOutputStream(args.get(4));
        long workNanos = TimeUnit.MICROSECONDS.toNanos(Long.parseLong(args.get(5)));
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(args.get(2));
        consumer.setNamesrvAddr(args.get(0));
        consumer.setInstanceName("peer-" + System.nanoTime());
        consumer.setPollNameServerInterval(INTERVAL_MS);
        consumer.setHeartbeatBrokerInterval(INTERVAL_MS);
        consumer.setPersistConsumerOffsetInterval(INTERVAL_MS);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.setPullThresholdForQueue(200);
        consumer.setConsumeThreadMin(4);
        consumer.setConsumeThreadMax(4);
        consumer.setAwaitTerminationMillisWhenShutdown(5_000);
        consumer.subscribe(args.get(1), "*");
        consumer.setMessageQueueListener((topic, all, assigned) -> {
            if (topic.equals(args.get(1))) {
                write(ledger, assignment(assigned));
            }
        });
        if (args.get(3).equals("orderly")) {
            consumer.registerMessageListener((MessageListenerOrderly) (messages, context) -> {
                consumed(ledger, messages, workNanos);
                return ConsumeOrderlyStatus.SUCCESS;
            });
        } else {
            consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
                consumed(ledger, messages, workNanos);
                return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
            });
        }
        consumer.start();
        return () -> {
            consumer.shutdown();
            write(ledger, "L " + System.nanoTime());
        };
    }

    private static String assignment(Set<MessageQueue> queues) {
        StringBuilder line = new StringBuilder("A " + System.nanoTime());
        queues.forEach(queue -> line.append(' ').append(queue.getQueueId()));
        return line.toString();
    }

    private static void consumed(OutputStream ledger, List<MessageExt> messages, long workNanos) {
        for (MessageExt message : messages) {
            long beginNanos = System.nanoTime();
            LockSupport.parkNanos(workNanos);
            write(
                    ledger,
                    "C " + beginNanos + " " + System.nanoTime() + " " + message.getQueueId() + " "
                            + message.getQueueOffset());
        }
    }

    // One write a line: a process that is killed leaves whole lines.
    private static synchronized void write(OutputStream ledger, String line) {
        try {
            ledger.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
