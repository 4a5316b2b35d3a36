package io.ferrymq.client.impl.factory;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.ferrymq.remoting.protocol.route.QueueData;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopicRouteTest {
    private static final BrokerData A = BrokerData.of("c", "a", Map.of(0L, "a:1", 1L, "a:2"));
    private static final BrokerData B_WITHOUT_MASTER = BrokerData.of("c", "b", Map.of(1L, "b:2", 2L, "b:3"));

    private static QueueData queues(String broker, int read, int write, int perm) {
        return new QueueData(broker, read, write, perm, 0);
    }

    @Test
    void shouldWriteOnlyWhereThereIsAMasterAndPermission() {
        TopicRoute route = TopicRoute.of(
                "T",
                TopicRouteData.of(
                        List.of(queues("b", 1, 1, 6), queues("a", 3, 2, 6), queues("c", 1, 1, 6)),
                        List.of(B_WITHOUT_MASTER, A)));
        assertThat(route.writeQueues()).containsExactly(new MessageQueue("T", "a", 0), new MessageQueue("T", "a", 1));
        assertThat(route.readQueues()).hasSize(5).startsWith(new MessageQueue("T", "a", 0));
        assertThat(TopicRoute.of("T", TopicRouteData.of(List.of(queues("a", 1, 1, 4)), List.of(A)))
                        .writeQueues())
                .isEmpty();
        assertThat(TopicRoute.of("T", TopicRouteData.of(List.of(queues("a", 1, 1, 2)), List.of(A)))
                        .readQueues())
                .isEmpty();
    }

    @Test
    void shouldBeEqualWhateverTheOrderOfTheBrokers() {
        List<QueueData> queueDatas = List.of(queues("a", 1, 1, 6), queues("b", 1, 1, 6));
        assertThat(TopicRoute.of("T", TopicRouteData.of(queueDatas, List.of(A, B_WITHOUT_MASTER))))
                .isEqualTo(TopicRoute.of(
                        "T",
                        TopicRouteData.of(
                                List.of(queueDatas.get(1), queueDatas.get(0)), List.of(B_WITHOUT_MASTER, A))));
    }

    @Test
    void shouldFollowAnOrderConfiguration() {
        TopicRoute route =
                TopicRoute.of("T", new TopicRouteData("b:1;a:2", List.of(queues("a", 8, 8, 6)), List.of(A), Map.of()));
        assertThat(route.ordered()).isTrue();
        assertThat(route.writeQueues())
                .containsExactly(
                        new MessageQueue("T", "b", 0), new MessageQueue("T", "a", 0), new MessageQueue("T", "a", 1));
    }

    @Test
    void shouldPassOverWhatIsWrongInAnOrderConfiguration() {
        TopicRoute route = TopicRoute.of(
                "T",
                new TopicRouteData(
                        "b:one;a: 1 ;c:-3;d;e:2:2;f:99999999;;g:99999999999",
                        List.of(queues("a", 8, 8, 6)),
                        List.of(A),
                        Map.of()));
        assertThat(route.ordered()).isTrue();
        assertThat(route.writeQueues()).containsExactly(new MessageQueue("T", "a", 0));
    }

    @Test
    void shouldBeTheTemplateOfNewTopics() {
        TopicRoute template = TopicRoute.of("TBW102", TopicRouteData.of(List.of(queues("a", 8, 8, 7)), List.of(A)));
        assertThat(template.asTemplateOf("New", 4).writeQueues()).hasSize(4).allMatch(queue -> queue.getTopic()
                .equals("New"));
        assertThat(template.asTemplateOf("New", 16).writeQueues()).hasSize(8);
    }

    @Test
    void shouldFindBrokersToReadFrom() {
        TopicRoute route =
                TopicRoute.of("T", TopicRouteData.of(List.of(queues("a", 1, 1, 6)), List.of(A, B_WITHOUT_MASTER)));
        BrokerTable brokers = BrokerTable.EMPTY.with(route, List.of(route));
        assertThat(brokers.find("a", 0, true)).isEqualTo(new BrokerAddress("a:1", false));
        assertThat(brokers.find("a", 1, true)).isEqualTo(new BrokerAddress("a:2", true));
        assertThat(brokers.find("b", 0, true)).isNull();
        assertThat(brokers.find("b", 0, false)).isEqualTo(new BrokerAddress("b:2", true));
        assertThat(brokers.find("b", 7, false).slave()).isTrue();
        assertThat(brokers.find("x", 0, false)).isNull();
        assertThat(brokers.masterAddress("b")).isNull();
        assertThat(brokers.addressesWithQueues(false)).containsExactly("a:1");
        assertThat(brokers.addressesWithQueues(true)).as("b has no queues").containsExactlyInAnyOrder("a:1", "a:2");
        assertThat(brokers.allAddresses()).containsExactlyInAnyOrder("a:1", "a:2", "b:2", "b:3");
        assertThat(brokers.nameOf("b:3")).isEqualTo("b");
    }

    @Test
    void shouldForgetBrokersThatNoRouteNames() {
        TopicRoute old = TopicRoute.of("T", TopicRouteData.of(List.of(), List.of(A)));
        TopicRoute fresh = TopicRoute.of("T", TopicRouteData.of(List.of(), List.of(B_WITHOUT_MASTER)));
        BrokerTable brokers = BrokerTable.EMPTY.with(old, List.of(old)).with(fresh, List.of(fresh));
        assertThat(brokers.masterAddress("a")).isNull();
        assertThat(brokers.find("b", 1, true)).isNotNull();
    }
}
