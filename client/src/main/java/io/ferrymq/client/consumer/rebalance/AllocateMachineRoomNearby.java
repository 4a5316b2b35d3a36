package io.ferrymq.client.consumer.rebalance;

import io.ferrymq.client.consumer.AllocateMessageQueueStrategy;
import io.ferrymq.common.message.MessageQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Queues go to members of their own room, by a rule of choice; those of a room without members are divided among all. */
public class AllocateMachineRoomNearby extends AbstractAllocateMessageQueueStrategy {
    private final AllocateMessageQueueStrategy allocateMessageQueueStrategy;
    private final MachineRoomResolver machineRoomResolver;

    public AllocateMachineRoomNearby(
            AllocateMessageQueueStrategy allocateMessageQueueStrategy, MachineRoomResolver machineRoomResolver) {
        if (allocateMessageQueueStrategy == null) {
            throw new NullPointerException("allocateMessageQueueStrategy is null");
        }
        if (machineRoomResolver == null) {
            throw new NullPointerException("machineRoomResolver is null");
        }
        this.allocateMessageQueueStrategy = allocateMessageQueueStrategy;
        this.machineRoomResolver = machineRoomResolver;
    }

    @Override
    public List<MessageQueue> allocate(
            String consumerGroup, String currentCID, List<MessageQueue> mqAll, List<String> cidAll) {
        if (!check(consumerGroup, currentCID, mqAll, cidAll)) {
            return List.of();
        }
        Map<String, List<MessageQueue>> queuesByRoom =
                mqAll.stream().collect(Collectors.groupingBy(this::roomOf, TreeMap::new, Collectors.toList()));
        Map<String, List<String>> membersByRoom =
                cidAll.stream().collect(Collectors.groupingBy(this::roomOf, TreeMap::new, Collectors.toList()));
        String ownRoom = roomOf(currentCID);
        List<MessageQueue> own = new ArrayList<>();
        // Those of the own room first, as published clients have them.
        List<MessageQueue> near = queuesByRoom.get(ownRoom);
        if (near != null) {
            own.addAll(
                    allocateMessageQueueStrategy.allocate(consumerGroup, currentCID, near, membersByRoom.get(ownRoom)));
        }
        queuesByRoom.forEach((room, queues) -> {
            if (!membersByRoom.containsKey(room)) {
                own.addAll(allocateMessageQueueStrategy.allocate(consumerGroup, currentCID, queues, cidAll));
            }
        });
        return own;
    }

    private String roomOf(MessageQueue queue) {
        return known(machineRoomResolver.brokerDeployIn(queue), queue);
    }

    private String roomOf(String clientId) {
        return known(machineRoomResolver.consumerDeployIn(clientId), clientId);
    }

    private static String known(String room, Object of) {
        if (room == null || room.isBlank()) {
            throw new IllegalArgumentException("the resolver names no machine room for " + of);
        }
        return room;
    }

    @Override
    public String getName() {
        return "MACHINE_ROOM_NEARBY-" + allocateMessageQueueStrategy.getName();
    }

    /** Knows in which room brokers and members stand. */
    public interface MachineRoomResolver {
        String brokerDeployIn(MessageQueue messageQueue);

        String consumerDeployIn(String clientID);
    }
}
