package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.AccessChannel;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.MessageClientExt;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

/** Hand-made stand-ins for what surrounds the consume services. */
final class Fakes {
    private Fakes() {}

    static Group group(MessageModel model) {
        return new Group(
                "group",
                null,
                "client-1",
                model,
                ConsumeFromWhere.CONSUME_FROM_LAST_OFFSET,
                0,
                false,
                AccessChannel.LOCAL);
    }

    static PushSettings settings(int batch, int maxReconsumeTimes) {
        return new PushSettings(
                1_000, -1, 100, -1, 2_000, 32, 262_144, 0, batch, false, 1_000, maxReconsumeTimes, 1_000, 60_000);
    }

    static List<MessageExt> messages(long from, long to) {
        return LongStream.rangeClosed(from, to).mapToObj(Fakes::message).toList();
    }

    static MessageExt message(long offset) {
        MessageClientExt message = new MessageClientExt();
        message.setTopic("topic");
        message.setBrokerName("broker-a");
        message.setQueueOffset(offset);
        message.setBody(new byte[] {1});
        message.setOffsetMsgId("id-" + offset);
        return message;
    }

    /** What was given back, and whether it is taken. */
    static final class GivenBack implements Retries {
        final List<Long> offsets = new ArrayList<>();
        final List<Integer> levels = new ArrayList<>();
        final List<Integer> attempts = new ArrayList<>();
        boolean refuses;
        /** Completed by the test when not null. */
        CompletableFuture<Void> pending;

        @Override
        public CompletableFuture<Void> giveBack(MessageExt message, int delayLevel, int maxReconsumeTimes) {
            offsets.add(message.getQueueOffset());
            levels.add(delayLevel);
            attempts.add(maxReconsumeTimes);
            if (pending != null) {
                return pending;
            }
            return refuses
                    ? CompletableFuture.failedFuture(new IllegalStateException("refused"))
                    : CompletableFuture.completedFuture(null);
        }
    }

    /** Runs what is due when the test says so. */
    static final class ManualTimer implements Timer {
        final List<Long> delays = new ArrayList<>();
        private final List<Runnable> tasks = new ArrayList<>();

        @Override
        public void after(long delayMs, Runnable task) {
            delays.add(delayMs);
            tasks.add(task);
        }

        void runAll() {
            List<Runnable> due = new ArrayList<>(tasks);
            tasks.clear();
            due.forEach(Runnable::run);
        }

        int due() {
            return tasks.size();
        }
    }
}
