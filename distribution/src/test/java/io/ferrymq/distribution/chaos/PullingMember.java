package io.ferrymq.distribution.chaos;

import io.ferrymq.client.consumer.DefaultLitePullConsumer;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import java.util.List;

/** A member of a group that polls, and leaves it to its consumer to commit. */
final class PullingMember implements AutoCloseable {
    private static final int INTERVAL_MS = 1_000;
    private static final long POLL_MS = 100;
    private static final long END_MAX_MS = 20_000;

    private final DefaultLitePullConsumer consumer;
    private final LedgerWriter ledger;
    private final Thread thread = new Thread(this::poll, "chaos-polls");
    private volatile boolean leaving;

    /** @param args as those of {@link ChaosMember} */
    PullingMember(List<String> args, LedgerWriter ledger) throws Exception {
        this.ledger = ledger;
        consumer = new DefaultLitePullConsumer(args.get(2));
        consumer.setNamesrvAddr(args.get(0));
        consumer.setInstanceName("chaos-" + System.nanoTime());
        consumer.setPollNameServerInterval(INTERVAL_MS);
        consumer.setHeartbeatBrokerInterval(INTERVAL_MS);
        consumer.setPersistConsumerOffsetInterval(INTERVAL_MS);
        consumer.setAutoCommitIntervalMillis(INTERVAL_MS);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.setPullThresholdForQueue(ChaosMember.CACHED_MAX);
        consumer.setMessageQueueListener((topic, all, assigned) -> ledger.assigned(topic, assigned));
        consumer.subscribe(args.get(1), "*");
        consumer.start();
        thread.setDaemon(true);
        thread.start();
    }

    private void poll() {
        while (!leaving) {
            consumer.poll(POLL_MS).forEach(ledger::consume);
        }
    }

    @Override
    public void close() {
        leaving = true;
        try {
            thread.join(END_MAX_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        consumer.shutdown();
        ledger.left();
    }
}
