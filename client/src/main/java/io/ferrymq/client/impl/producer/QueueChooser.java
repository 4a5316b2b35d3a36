package io.ferrymq.client.impl.producer;

import io.ferrymq.common.message.MessageQueue;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;

/**
 * Chooses the queue of an attempt: one after the other, but not one of a broker that is better left alone, nor of the one that just failed,
 * as long as there is another. Of a single broker, a retry takes another queue.
 */
final class QueueChooser {
    private final BrokerHealth health;

    QueueChooser(BrokerHealth health) {
        this.health = health;
    }

    /**
     * @param last the queue of the attempt before, null for the first
     * @return null when there is no queue
     */
    MessageQueue choose(Published topic, List<MessageQueue> queues, MessageQueue last) {
        if (queues.isEmpty()) {
            return null;
        }
        int start =
                last == null ? topic.nextIndex() : ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);
        if (last == null && health.isAllWell()) {
            return queues.get(start % queues.size());
        }
        String lastBroker = last == null ? null : last.getBrokerName();
        MessageQueue found = first(
                queues,
                start,
                queue -> !queue.getBrokerName().equals(lastBroker) && health.claim(queue.getBrokerName()));
        return found == null ? amongSuspects(queues, start, last) : found;
    }

    private MessageQueue amongSuspects(List<MessageQueue> queues, int start, MessageQueue last) {
        Set<String> brokers = new LinkedHashSet<>();
        queues.forEach(queue -> brokers.add(queue.getBrokerName()));
        if (last != null && brokers.size() > 1) {
            brokers.remove(last.getBrokerName());
        }
        List<String> best = health.leastBad(brokers);
        String broker = best.get(start % best.size());
        MessageQueue other = first(queues, start, queue -> queue.getBrokerName().equals(broker) && !queue.equals(last));
        return other == null ? last : other;
    }

    private static MessageQueue first(List<MessageQueue> queues, int start, Predicate<MessageQueue> wanted) {
        int size = queues.size();
        for (int i = 0; i < size; i++) {
            MessageQueue queue = queues.get((int) ((start + (long) i) % size));
            if (wanted.test(queue)) {
                return queue;
            }
        }
        return null;
    }
}
