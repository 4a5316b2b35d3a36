package io.ferrymq.client.consumer.rebalance;

import io.ferrymq.common.message.MessageQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The queues of chosen rooms only; a broker says its room in its name: {@code room@name}. */
public class AllocateMessageQueueByMachineRoom extends AbstractAllocateMessageQueueStrategy {
    private Set<String> consumeridcs;

    @Override
    public List<MessageQueue> allocate(
            String consumerGroup, String currentCID, List<MessageQueue> mqAll, List<String> cidAll) {
        if (!check(consumerGroup, currentCID, mqAll, cidAll)) {
            return List.of();
        }
        List<MessageQueue> inRooms = mqAll.stream().filter(this::isInRooms).toList();
        int index = cidAll.indexOf(currentCID);
        int share = inRooms.size() / cidAll.size();
        List<MessageQueue> own = new ArrayList<>(inRooms.subList(index * share, (index + 1) * share));
        int leftOver = share * cidAll.size() + index;
        if (leftOver < inRooms.size()) {
            own.add(inRooms.get(leftOver));
        }
        return own;
    }

    private boolean isInRooms(MessageQueue queue) {
        String[] roomAndName = queue.getBrokerName().split("@", -1);
        return roomAndName.length == 2 && consumeridcs.contains(roomAndName[0]);
    }

    @Override
    public String getName() {
        return "MACHINE_ROOM";
    }

    public Set<String> getConsumeridcs() {
        return consumeridcs;
    }

    public void setConsumeridcs(Set<String> consumeridcs) {
        this.consumeridcs = consumeridcs;
    }
}
