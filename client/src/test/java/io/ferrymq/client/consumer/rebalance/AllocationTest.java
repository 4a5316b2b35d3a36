package io.ferrymq.client.consumer.rebalance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.client.consumer.AllocateMessageQueueStrategy;
import io.ferrymq.common.message.MessageQueue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllocationTest {
    private static final List<AllocateMessageQueueStrategy> SHARING = List.of(
            new AllocateMessageQueueAveragely(),
            new AllocateMessageQueueAveragelyByCircle(),
            new AllocateMessageQueueConsistentHash());

    private static List<MessageQueue> queues(int count) {
        return IntStream.range(0, count)
                .mapToObj(id -> new MessageQueue("topic", "broker-a", id))
                .toList();
    }

    private static List<String> members(int count) {
        return IntStream.range(0, count).mapToObj(id -> "client-" + id).toList();
    }

    private static List<Integer> ids(List<MessageQueue> queues) {
        return queues.stream().map(MessageQueue::getQueueId).toList();
    }

    @Test
    void shouldGiveEveryQueueToExactlyOneMember() {
        for (AllocateMessageQueueStrategy strategy : SHARING) {
            for (int queueCount = 1; queueCount <= 17; queueCount++) {
                for (int memberCount = 1; memberCount <= 9; memberCount++) {
                    List<MessageQueue> given = new ArrayList<>();
                    for (String member : members(memberCount)) {
                        given.addAll(strategy.allocate("g", member, queues(queueCount), members(memberCount)));
                    }
                    assertThat(given)
                            .as("%s, %d queues, %d members", strategy.getName(), queueCount, memberCount)
                            .containsExactlyInAnyOrderElementsOf(queues(queueCount));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"8,3,0,0 1 2", "8,3,1,3 4 5", "8,3,2,6 7", "2,3,1,1", "4,2,1,2 3"})
    void shouldGiveNeighboursToOneMember(int queueCount, int memberCount, int member, String expected) {
        List<MessageQueue> own = new AllocateMessageQueueAveragely()
                .allocate("g", "client-" + member, queues(queueCount), members(memberCount));

        assertThat(ids(own))
                .isEqualTo(List.of(expected.split(" ")).stream()
                        .map(Integer::valueOf)
                        .toList());
    }

    @Test
    void shouldLeaveSupernumeraryMembersWithoutQueues() {
        assertThat(new AllocateMessageQueueAveragely().allocate("g", "client-2", queues(2), members(3)))
                .isEmpty();
    }

    @Test
    void shouldGoRoundInACircle() {
        assertThat(ids(new AllocateMessageQueueAveragelyByCircle().allocate("g", "client-1", queues(8), members(3))))
                .containsExactly(1, 4, 7);
    }

    @Test
    void shouldMoveFewQueuesWhenAMemberComes() {
        AllocateMessageQueueConsistentHash strategy = new AllocateMessageQueueConsistentHash();
        Set<MessageQueue> before = new HashSet<>(strategy.allocate("g", "client-0", queues(100), members(4)));

        Set<MessageQueue> after = new HashSet<>(strategy.allocate("g", "client-0", queues(100), members(5)));

        assertThat(before).containsAll(after);
    }

    @Test
    void shouldGiveAQueueToTheNextMemberClockwise() {
        AllocateMessageQueueConsistentHash strategy = new AllocateMessageQueueConsistentHash(
                1, key -> key.startsWith("client-0") ? 100 : key.startsWith("client-1") ? 200 : 150);

        assertThat(strategy.allocate("g", "client-1", queues(3), members(2))).hasSize(3);
        assertThat(strategy.allocate("g", "client-0", queues(3), members(2))).isEmpty();
    }

    @Test
    void shouldKeepToTheConfiguredQueues() {
        AllocateMessageQueueByConfig strategy = new AllocateMessageQueueByConfig();
        strategy.setMessageQueueList(queues(2));

        assertThat(strategy.allocate("g", "anybody", queues(8), members(3))).isEqualTo(queues(2));
    }

    @Test
    void shouldShareQueuesOfOwnMachineRoomsOnly() {
        AllocateMessageQueueByMachineRoom strategy = new AllocateMessageQueueByMachineRoom();
        strategy.setConsumeridcs(Set.of("east"));
        List<MessageQueue> queues = new ArrayList<>();
        for (String broker : List.of("east@a", "west@b", "c")) {
            IntStream.range(0, 3).forEach(id -> queues.add(new MessageQueue("topic", broker, id)));
        }

        List<MessageQueue> first = strategy.allocate("g", "client-0", queues, members(2));
        List<MessageQueue> second = strategy.allocate("g", "client-1", queues, members(2));

        assertThat(first).extracting(MessageQueue::getBrokerName).containsOnly("east@a");
        assertThat(ids(first)).containsExactly(0, 2);
        assertThat(ids(second)).containsExactly(1);
    }

    @Test
    void shouldPreferMembersNearbyAndShareRoomsWithoutMembers() {
        AllocateMachineRoomNearby strategy = new AllocateMachineRoomNearby(
                new AllocateMessageQueueAveragely(), new AllocateMachineRoomNearby.MachineRoomResolver() {
                    @Override
                    public String brokerDeployIn(MessageQueue queue) {
                        return queue.getBrokerName().substring(0, 4);
                    }

                    @Override
                    public String consumerDeployIn(String clientId) {
                        return clientId.substring(0, 4);
                    }
                });
        List<MessageQueue> queues = List.of(
                new MessageQueue("t", "east", 0), new MessageQueue("t", "nort", 0), new MessageQueue("t", "west", 0));
        List<String> members = List.of("east-1", "west-1");

        assertThat(strategy.allocate("g", "east-1", queues, members)).containsExactly(queues.get(0), queues.get(1));
        assertThat(strategy.allocate("g", "west-1", queues, members)).containsExactly(queues.get(2));
        assertThat(strategy.getName()).isEqualTo("MACHINE_ROOM_NEARBY-AVG");
    }

    @Test
    void shouldRefuseToShareNothing() {
        AllocateMessageQueueAveragely strategy = new AllocateMessageQueueAveragely();

        assertThatThrownBy(() -> strategy.allocate("g", " ", queues(1), members(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("currentCID");
        assertThatThrownBy(() -> strategy.allocate("g", "client-0", List.of(), members(1)))
                .hasMessageContaining("mqAll");
        assertThatThrownBy(() -> strategy.allocate("g", "client-0", queues(1), List.of()))
                .hasMessageContaining("cidAll");
    }

    @Test
    void shouldGiveNothingToAMemberTheBrokerDoesNotName() {
        assertThat(new AllocateMessageQueueAveragely().allocate("g", "stranger", queues(4), members(2)))
                .isEmpty();
    }
}
