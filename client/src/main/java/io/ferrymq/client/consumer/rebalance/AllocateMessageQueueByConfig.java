package io.ferrymq.client.consumer.rebalance;

import io.ferrymq.common.message.MessageQueue;
import java.util.List;

/** The queues that the application names, whoever else is in the group. */
public class AllocateMessageQueueByConfig extends AbstractAllocateMessageQueueStrategy {
    private List<MessageQueue> messageQueueList;

    @Override
    public List<MessageQueue> allocate(
            String consumerGroup, String currentCID, List<MessageQueue> mqAll, List<String> cidAll) {
        return messageQueueList;
    }

    @Override
    public String getName() {
        return "CONFIG";
    }

    public List<MessageQueue> getMessageQueueList() {
        return messageQueueList;
    }

    public void setMessageQueueList(List<MessageQueue> messageQueueList) {
        this.messageQueueList = messageQueueList;
    }
}
