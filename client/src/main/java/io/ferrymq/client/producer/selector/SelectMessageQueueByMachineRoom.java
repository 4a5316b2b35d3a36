package io.ferrymq.client.producer.selector;

import io.ferrymq.client.producer.MessageQueueSelector;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageQueue;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Any queue of a broker in one of the machine rooms given: those whose name starts with the room and {@code @}. Any queue at all when none
 * are given or none match.
 */
public class SelectMessageQueueByMachineRoom implements MessageQueueSelector {
    private Set<String> consumeridcs;

    @Override
    public MessageQueue select(List<MessageQueue> mqs, Message msg, Object arg) {
        List<MessageQueue> near = mqs.stream().filter(this::isNear).toList();
        List<MessageQueue> choice = near.isEmpty() ? mqs : near;
        return choice.get(ThreadLocalRandom.current().nextInt(choice.size()));
    }

    private boolean isNear(MessageQueue queue) {
        int mark = queue.getBrokerName().indexOf('@');
        return consumeridcs != null
                && mark > 0
                && consumeridcs.contains(queue.getBrokerName().substring(0, mark));
    }

    public Set<String> getConsumeridcs() {
        return consumeridcs;
    }

    public void setConsumeridcs(Set<String> consumeridcs) {
        this.consumeridcs = consumeridcs;
    }
}
