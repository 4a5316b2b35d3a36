package io.ferrymq.peers;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer;
import org.apache.rocketmq.client.consumer.DefaultMQPullConsumer;
import org.apache.rocketmq.client.consumer.PullResult;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.message.MessageQueue;

/**
 * What an application of the published client does that names its queues itself. Settings: nameServer, topic, group, count, and kind: lite
 * (assigns all queues, reads {@code count} messages twice with a seek in between, and commits) or block (one pull of each queue that waits).
 * Returns the bodies, for lite followed by the sum of what is committed.
 */
public final class PeerAssigned implements Function<Map<String, String>, List<String>> {
    private static final long WAIT_MS = 60_000;

    @Override
    public List<String> apply(Map<String, String> settings) {
        try {
            return settings.get("kind").equals("lite") ? lite(settings) : block(settings);
        } catch (Exception e) {
            throw new IllegalStateException(settings + ": " + e, e);
        }
    }

    private static List<String> lite(Map<String, String> settings) throws Exception {
        DefaultLitePullConsumer consumer = new DefaultLitePullConsumer(settings.get("group"));
        consumer.setNamesrvAddr(settings.get("nameServer"));
        consumer.setInstanceName("peer-" + System.nanoTime());
        consumer.setAutoCommit(false);
        consumer.start();
        List<String> bodies = new ArrayList<>();
        try {
            Collection<MessageQueue> queues = consumer.fetchMessageQueues(settings.get("topic"));
            consumer.assign(queues);
            for (MessageQueue queue : queues) {
                consumer.seekToBegin(queue);
            }
            int count = Integer.parseInt(settings.get("count"));
            bodies.addAll(poll(consumer, count));
            for (MessageQueue queue : queues) {
                consumer.seek(queue, 0);
            }
            bodies.addAll(poll(consumer, count));
            bodies.add("committed " + commitAll(consumer, queues, count));
            return bodies;
        } finally {
            consumer.shutdown();
        }
    }

    /** Polls until {@code count} different bodies came. A pull under way during a seek may bring this client some of them twice. */
    private static Set<String> poll(DefaultLitePullConsumer consumer, int count) {
        Set<String> bodies = new LinkedHashSet<>();
        long deadline = deadline();
        while (bodies.size() < count && System.nanoTime() < deadline) {
            consumer.poll(200).forEach(message -> bodies.add(body(message)));
        }
        return bodies;
    }

    /** Commits what was polled, polling what came twice first; returns the sum of the queues' positions. */
    private static long commitAll(DefaultLitePullConsumer consumer, Collection<MessageQueue> queues, int count) throws Exception {
        long deadline = deadline();
        while (true) {
            consumer.commitSync();
            long committed = 0;
            for (MessageQueue queue : queues) {
                committed += consumer.committed(queue);
            }
            if (committed >= count || System.nanoTime() >= deadline) {
                return committed;
            }
            consumer.poll(200);
        }
    }

    private static long deadline() {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WAIT_MS);
    }

    private static List<String> block(Map<String, String> settings) throws Exception {
        DefaultMQPullConsumer consumer = new DefaultMQPullConsumer(settings.get("group"));
        consumer.setNamesrvAddr(settings.get("nameServer"));
        consumer.setInstanceName("peer-" + System.nanoTime());
        consumer.setRegisterTopics(Collections.singleton(settings.get("topic")));
        consumer.start();
        List<String> bodies = new ArrayList<>();
        try {
            for (MessageQueue queue : consumer.fetchSubscribeMessageQueues(settings.get("topic"))) {
                long offset = Math.max(0, consumer.fetchConsumeOffset(queue, true));
                PullResult result = consumer.pullBlockIfNotFound(queue, "*", offset, 32);
                if (result.getMsgFoundList() != null) {
                    result.getMsgFoundList().forEach(message -> bodies.add(body(message)));
                }
                consumer.getOffsetStore().updateConsumeOffsetToBroker(queue, result.getNextBeginOffset(), false);
            }
            return bodies;
        } finally {
            consumer.shutdown();
        }
    }

    private static String body(MessageExt message) {
        return new String(message.getBody(), StandardCharsets.UTF_8);
    }
}
