package io.ferrymq.client.impl.producer;

import io.ferrymq.common.message.MessageQueue;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;

/**
 * Chooses the queue of an attempt: one after the other, but not one of a broker that is better left alone, nor of the one that just failed,
 * as long as there is another.
 */
final class QueueChooser {
    private final BrokerHealth health;

    QueueChooser(BrokerHealth health) {
        this.health = health;
    }

    /**
     * @param lastBroker that of the attempt before, null for the first
     * @return null when there is no queue
     */
    MessageQueue choose(Published topic, List<MessageQueue> queues, String lastBroker) {
        if (queues.isEmpty()) {
            return null;
        }
        int start = lastBroker == null
                ? topic.nextIndex()
                : ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);
        if (lastBroker == null && health.isAllWell()) {
            return queues.get(start % queues.size());
        }
        MessageQueue found = first(queues, start, broker -> !broker.equals(lastBroker) && health.isAvailable(broker));
        if (found == null) {
            found = first(queues, start, broker -> !broker.equals(lastBroker) && health.isReachable(broker));
        }
        return found == null ? queues.get(start % queues.size()) : found;
    }

    private static MessageQueue first(List<MessageQueue> queues, int start, Predicate<String> wanted) {
        int size = queues.size();
        for (int i = 0; i < size; i++) {
            MessageQueue queue = queues.get((int) ((start + (long) i) % size));
            if (wanted.test(queue.getBrokerName())) {
                return queue;
            }
        }
        return null;
    }
}
