package io.ferrymq.client.consumer.rebalance;

import io.ferrymq.common.message.MessageQueue;
import java.util.ArrayList;
import java.util.List;

/** One queue to each member in turn, until there are none left. */
public class AllocateMessageQueueAveragelyByCircle extends AbstractAllocateMessageQueueStrategy {
    @Override
    public List<MessageQueue> allocate(
            String consumerGroup, String currentCID, List<MessageQueue> mqAll, List<String> cidAll) {
        if (!check(consumerGroup, currentCID, mqAll, cidAll)) {
            return List.of();
        }
        List<MessageQueue> own = new ArrayList<>();
        for (int i = cidAll.indexOf(currentCID); i < mqAll.size(); i += cidAll.size()) {
            own.add(mqAll.get(i));
        }
        return own;
    }

    @Override
    public String getName() {
        return "AVG_BY_CIRCLE";
    }
}
