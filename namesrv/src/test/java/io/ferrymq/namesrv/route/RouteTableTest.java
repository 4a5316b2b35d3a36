package io.ferrymq.namesrv.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.DataVersion;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.remoting.protocol.body.TopicConfigSerializeWrapper;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.ferrymq.remoting.protocol.route.QueueData;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RouteTableTest {
    private static final RouteRules RULES = new RouteRules(100, 1_000, false);
    private static final long NOW = 1_000_000;
    private static final long TIMEOUT = 120_000;
    private static final String A = "10.0.0.2:10911";
    private static final String B = "10.0.0.3:10911";

    private RouteTable table = RouteTable.EMPTY;
    private long session = 1;

    /** A registration in the making; the defaults are those of a plain master. */
    private record Draft(String cluster, String name, long id, String address, boolean acting, DataVersion version) {
        static Draft master(String name, String address) {
            return new Draft("C1", name, 0, address, false, counted(1));
        }

        Draft inCluster(String other) {
            return new Draft(other, name, id, address, acting, version);
        }

        Draft withId(long other) {
            return new Draft(cluster, name, other, address, acting, version);
        }

        Draft withActingMaster() {
            return new Draft(cluster, name, id, address, true, version);
        }

        Draft at(DataVersion other) {
            return new Draft(cluster, name, id, address, acting, other);
        }
    }

    private static DataVersion counted(long counter) {
        return new DataVersion(0, 5, counter);
    }

    private static TopicConfig topic(String name, int perm) {
        return new TopicConfig(name, 8, 8, perm);
    }

    private Registered offer(Draft draft, RouteRules rules, long nowMs, TopicConfig... topics) {
        Map<String, TopicConfig> configs = new TreeMap<>();
        Arrays.stream(topics).forEach(topic -> configs.put(topic.topicName(), topic));
        Registration registration = new Registration(
                draft.cluster(),
                draft.name(),
                draft.id(),
                draft.address(),
                "ha-of-" + draft.address(),
                TIMEOUT,
                draft.acting(),
                null,
                TopicConfigSerializeWrapper.of(configs, draft.version()),
                List.of(),
                session);
        return Registrar.register(table, registration, rules, nowMs);
    }

    private void register(Draft draft, String... topics) {
        TopicConfig[] configs =
                Arrays.stream(topics).map(name -> topic(name, 6)).toArray(TopicConfig[]::new);
        take(offer(draft, RULES, NOW, configs));
    }

    private void take(Registered registered) {
        assertThat(registered).isInstanceOf(Registered.Accepted.class);
        table = ((Registered.Accepted) registered).table();
    }

    private static String reason(Registered registered) {
        assertThat(registered).isInstanceOf(Registered.Refused.class);
        return ((Registered.Refused) registered).reason();
    }

    private TopicRouteAnswer route(String topic) {
        return TopicRoutes.find(table, new TopicRoutes.Question(topic, null, true));
    }

    private int perm(String topic) {
        return route(topic).queueDatas().get(0).perm();
    }

    @Test
    void shouldAcceptABrokerWithASingleTopicAndTheRestLater() {
        register(Draft.master("a", A), "T1");
        assertThat(table.member("a", A).confirmed()).isFalse();
        // The whole registration of the same version comes after the increment.
        register(Draft.master("a", A), "T1", "T2", "T3");
        assertThat(TopicLists.all(table)).containsExactly("T1", "T2", "T3");
        assertThat(table.member("a", A).confirmed()).isTrue();
    }

    @Test
    @DisplayName("UP-097: queue data are sorted by broker name, whoever came first")
    void up097_shouldSortQueuesByBrokerName() {
        register(Draft.master("c", "10.0.0.4:1"), "T1");
        register(Draft.master("a", "10.0.0.5:1"), "T1");
        register(Draft.master("b", "10.0.0.6:1"), "T1");
        assertThat(route("T1").queueDatas()).extracting(QueueData::brokerName).containsExactly("a", "b", "c");
        assertThat(route("T1").brokerDatas()).extracting(BrokerData::brokerName).containsExactly("a", "b", "c");
    }

    @Test
    @DisplayName("UP-021: the end of an old connection does not remove what registered over a newer one")
    void up021_shouldIgnoreARemovalThatRefersToAnOlderRegistration() {
        register(Draft.master("a", A), "T1");
        session = 2;
        register(Draft.master("a", A), "T1");
        assertThat(table.connectionEnded(1)).isSameAs(table);
        assertThat(table.unregister("a", 0, A, 1)).isSameAs(table);
        assertThat(table.connectionEnded(2).topicCount()).isZero();
        assertThat(table.unregister("a", 0, A, 2).group("a")).isNull();
        assertThat(table.unregister("a", 0, B, 2)).isSameAs(table);
    }

    @Test
    @DisplayName("UP-021: a heartbeat over a new connection takes the registration along")
    void up021_shouldFollowHeartbeatsToANewConnection() {
        register(Draft.master("a", A), "T1");
        table = table.seen("a", A, 2, NOW + 1);
        assertThat(table.connectionEnded(1)).isSameAs(table);
        assertThat(table.seen("unknown", A, 2, NOW)).isSameAs(table);
    }

    @Test
    @DisplayName("UP-022: a second broker of the same name and id is refused while the first is alive")
    void up022_shouldRefuseASecondHolderOfAnId() {
        register(Draft.master("a", A), "T1");
        assertThat(reason(offer(Draft.master("a", B), RULES, NOW + TIMEOUT)))
                .contains("'a'", "id 0", A, B, "120000 ms");
        take(offer(Draft.master("a", B), RULES, NOW + TIMEOUT + 1, topic("T2", 6)));
        assertThat(table.group("a").master().address()).isEqualTo(B);
    }

    @Test
    @DisplayName("UP-022: two clusters cannot share a broker name")
    void up022_shouldRefuseTheNameInAnotherCluster() {
        register(Draft.master("a", A), "T1");
        Draft other = Draft.master("a", B).withId(1).inCluster("C2");
        assertThat(reason(offer(other, RULES, NOW))).contains("'C1'", "'C2'", A, B);
        take(offer(other, RULES, NOW + TIMEOUT + 1));
        assertThat(table.group("a").cluster()).isEqualTo("C2");
        assertThat(table.topicCount()).isZero();
    }

    @Test
    void shouldLetAKnownSlaveBecomeMaster() {
        register(Draft.master("a", A), "T1");
        register(Draft.master("a", B).withId(1));
        register(Draft.master("a", B), "T1");
        assertThat(table.group("a").members()).containsOnlyKeys(0L);
        assertThat(table.group("a").master().address()).isEqualTo(B);
        assertThat(route("T1")).isNotNull();
    }

    @Test
    void shouldLetAControllersElectionTakeTheIdOver() {
        register(Draft.master("a", A).at(new DataVersion(3, 5, 1)), "T1");
        assertThat(reason(offer(Draft.master("a", B).at(new DataVersion(3, 5, 9)), RULES, NOW)))
                .contains(A);
        register(Draft.master("a", B).at(new DataVersion(4, 5, 1)), "T1");
        assertThat(table.group("a").master().address()).isEqualTo(B);
        assertThat(reason(offer(Draft.master("a", A).at(new DataVersion(3, 5, 9)), RULES, NOW)))
                .contains(B);
    }

    @Test
    @DisplayName("UP-101: a broker under a new name leaves its old one")
    void up101_shouldForgetTheOldNameOfAnAddress() {
        register(Draft.master("old", A), "T1", "T2");
        register(Draft.master("new", A), "T1");
        assertThat(table.group("old")).isNull();
        assertThat(TopicLists.all(table)).containsExactly("T1");
        assertThat(TopicLists.clusters(table)).isEqualTo(Map.of("C1", Set.of("new")));
    }

    @Test
    void shouldKeepWhatAWipedPermissionWas() {
        take(offer(Draft.master("a", A), RULES, NOW, topic("RO", 4), topic("RW", 7)));
        table = table.withWriteWiped("a", true);
        assertThat(perm("RW")).isEqualTo(5);
        // A new version of the topics does not give the permission back.
        take(offer(Draft.master("a", A).at(counted(2)), RULES, NOW, topic("RO", 4), topic("RW", 7)));
        assertThat(perm("RW")).isEqualTo(5);
        table = table.connectionEnded(1);
        take(offer(Draft.master("a", A), RULES, NOW, topic("RO", 4), topic("RW", 7)));
        assertThat(perm("RW")).isEqualTo(5);
        table = table.withWriteWiped("a", false);
        assertThat(perm("RW")).isEqualTo(7);
        assertThat(perm("RO")).isEqualTo(4);
    }

    @Test
    void shouldEndAWipeWhenTheBrokerTakesItsLeave() {
        register(Draft.master("a", A), "T1");
        table = table.withWriteWiped("a", true).unregister("a", 0, A, 1);
        register(Draft.master("a", A), "T1");
        assertThat(perm("T1")).isEqualTo(6);
    }

    @Test
    void shouldShowTheFirstSlaveAsMasterButReadOnly() {
        register(Draft.master("a", A).withActingMaster(), "T1");
        register(Draft.master("a", B).withId(2).withActingMaster(), "T1");
        register(Draft.master("a", "10.0.0.4:1").withId(3).withActingMaster(), "T1");
        table = table.without(member -> member.id() == 0);
        assertThat(route("T1").brokerDatas().get(0).brokerAddrs()).isEqualTo(Map.of(0L, B, 3L, "10.0.0.4:1"));
        assertThat(perm("T1")).isEqualTo(4);
        assertThat(TopicRoutes.find(table, new TopicRoutes.Question("T1", null, false))
                        .brokerDatas()
                        .get(0)
                        .brokerAddrs())
                .containsOnlyKeys(2L, 3L);
        register(Draft.master("a", A).withActingMaster(), "T1");
        assertThat(perm("T1")).isEqualTo(6);
    }

    @Test
    void shouldTakeTopicsFromTheMasterAlone() {
        register(Draft.master("a", B).withId(1), "FROM_SLAVE");
        assertThat(TopicLists.all(table)).isEmpty();
        register(Draft.master("b", A).withId(1).withActingMaster(), "FROM_PRIME_SLAVE");
        assertThat(TopicLists.all(table)).containsExactly("FROM_PRIME_SLAVE");
    }

    @Test
    void shouldKeepATopicDeletedUntilItsBrokerChanges() {
        register(Draft.master("a", A), "T1", "T2");
        register(Draft.master("b", B).inCluster("C2"), "T1");
        table = TopicChanges.delete(table, "T1", "C1");
        assertThat(route("T1").queueDatas()).extracting(QueueData::brokerName).containsExactly("b");
        table = TopicChanges.delete(table, "T1", null);
        assertThat(route("T1")).isNull();
        register(Draft.master("a", A), "T1", "T2");
        assertThat(route("T1")).isNull();
        register(Draft.master("a", A).at(counted(2)), "T1", "T2");
        assertThat(route("T1")).isNotNull();
    }

    @Test
    void shouldRemoveMissingTopicsOnlyWhenTheRegistrationIsWhole() {
        RouteRules removing = new RouteRules(100, 1_000, true);
        take(offer(Draft.master("a", A), removing, NOW, topic("T1", 6), topic("T2", 6)));
        take(offer(Draft.master("a", A).at(counted(2)), removing, NOW, topic("T3", 6)));
        assertThat(TopicLists.all(table)).containsExactly("T1", "T2", "T3");
        take(offer(Draft.master("a", A).at(counted(2)), removing, NOW, topic("T2", 6), topic("T3", 6)));
        assertThat(TopicLists.all(table)).containsExactly("T2", "T3");
    }

    @Test
    void shouldExpireOnlyTheSilent() {
        register(Draft.master("a", A), "T1");
        register(Draft.master("b", B), "T1", "T2");
        table = table.seen("b", B, 1, NOW + 100);
        assertThat(table.expire(NOW + TIMEOUT)).isSameAs(table);
        assertThat(table.expired(NOW + TIMEOUT + 1))
                .extracting(BrokerMember::address)
                .containsExactly(A);
        table = table.expire(NOW + TIMEOUT + 1);
        assertThat(route("T1").queueDatas()).extracting(QueueData::brokerName).containsExactly("b");
        assertThat(TopicLists.all(table.expire(NOW + TIMEOUT + 101))).isEmpty();
    }

    @Test
    void shouldRefuseWhatIsBeyondTheLimits() {
        RouteRules small = new RouteRules(1, 2, false);
        take(offer(Draft.master("a", A), small, NOW, topic("T1", 6), topic("T2", 6)));
        assertThat(reason(offer(Draft.master("b", B), small, NOW))).contains("routeBrokersMax", "1");
        assertThat(reason(offer(Draft.master("a", A), small, NOW, topic("T3", 6))))
                .contains("routeTopicsMax", "2", "3");
        assertThat(reason(offer(Draft.master("a", A), RULES, NOW, topic("x".repeat(1025), 6))))
                .contains("1025", "1024");
        assertThat(reason(offer(Draft.master(" ", A), RULES, NOW))).contains("brokerName");
        assertThat(reason(offer(Draft.master("a", A).withId(-1), RULES, NOW))).contains("brokerId", "-1");
    }

    @Test
    void shouldShareWhatDidNotChange() {
        register(Draft.master("a", A), "T1", "T2");
        RouteTable before = table;
        register(Draft.master("a", A), "T1", "T2");
        assertThat(table.topics()).isSameAs(before.topics());
        register(Draft.master("a", A), "T3");
        assertThat(before.topicCount()).isEqualTo(2);
        assertThat(table.topicCount()).isEqualTo(3);
        assertThat(table.topics().get("T1")).isSameAs(before.topics().get("T1"));
    }
}
