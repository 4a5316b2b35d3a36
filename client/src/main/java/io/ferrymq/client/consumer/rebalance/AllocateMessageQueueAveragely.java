package io.ferrymq.client.consumer.rebalance;

import io.ferrymq.common.message.MessageQueue;
import java.util.List;

/** Blocks of neighbouring queues, the first members getting one more when it does not come out even. The default. */
public class AllocateMessageQueueAveragely extends AbstractAllocateMessageQueueStrategy {
    @Override
    public List<MessageQueue> allocate(
            String consumerGroup, String currentCID, List<MessageQueue> mqAll, List<String> cidAll) {
        if (!check(consumerGroup, currentCID, mqAll, cidAll)) {
            return List.of();
        }
        int index = cidAll.indexOf(currentCID);
        int share = mqAll.size() / cidAll.size();
        int withOneMore = mqAll.size() % cidAll.size();
        int from = index * share + Math.min(index, withOneMore);
        int to = from + share + (index < withOneMore ? 1 : 0);
        return List.copyOf(mqAll.subList(from, to));
    }

    @Override
    public String getName() {
        return "AVG";
    }
}
