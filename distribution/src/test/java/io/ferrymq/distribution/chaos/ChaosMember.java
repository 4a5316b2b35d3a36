package io.ferrymq.distribution.chaos;

import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.ConsumeOrderlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.consumer.listener.MessageListenerOrderly;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A member of a group that writes down what it consumes. */
final class ChaosMember implements AutoCloseable {
    /** How many messages of a queue may wait in a member. */
    static final int CACHED_MAX = 200;

    static final List<String> KINDS = List.of("concurrently", "orderly", "pulling");
    private static final int THREADS = 4;
    private static final int INTERVAL_MS = 1_000;

    private final DefaultMQPushConsumer consumer;
    private final LedgerWriter ledger;

    /**
     * @param args as those of a member that is a process of the published client: nameserver, topic, group, kind (orderly, concurrently; ours also
     *     pulling), file, µs a message
     */
    static AutoCloseable start(List<String> args) throws Exception {
        LedgerWriter ledger =
                new LedgerWriter(args.get(4), args.get(1), TimeUnit.MICROSECONDS.toNanos(Long.parseLong(args.get(5))));
        if (args.get(3).equals("pulling")) {
            return new PullingMember(args, ledger);
        }
        ChaosMember member = new ChaosMember(args, ledger);
        member.consumer.start();
        return member;
    }

    private ChaosMember(List<String> args, LedgerWriter ledger) throws Exception {
        this.ledger = ledger;
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
        consumer.subscribe(args.get(1), "*");
        consumer.setMessageQueueListener((changed, all, assigned) -> ledger.assigned(changed, assigned));
        if (args.get(3).equals("orderly")) {
            consumer.registerMessageListener((MessageListenerOrderly) (messages, context) -> {
                messages.forEach(ledger::consume);
                return ConsumeOrderlyStatus.SUCCESS;
            });
        } else {
            consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
                messages.forEach(ledger::consume);
                return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
            });
        }
    }

    @Override
    public void close() {
        consumer.shutdown();
        ledger.left();
    }

    /** As a process: leaves when the other end closes its input. A kind {@code all} is one member of each. */
    public static void main(String[] args) throws Exception {
        List<AutoCloseable> members = new ArrayList<>();
        if (args[3].equals("all")) {
            for (String kind : KINDS) {
                members.add(start(ofKind(kind, List.of(args))));
            }
        } else {
            members.add(start(List.of(args)));
        }
        while (System.in.read() >= 0) {
            // What is said does not matter.
        }
        for (AutoCloseable member : members) {
            member.close();
        }
        System.exit(0);
    }

    /** The same for one kind of member, whose group and file bear its name. */
    static List<String> ofKind(String kind, List<String> args) {
        return List.of(args.get(0), args.get(1), args.get(2) + "-" + kind, kind, args.get(4) + "-" + kind, args.get(5));
    }
}
