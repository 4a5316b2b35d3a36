package io.ferrymq.distribution.interop;

import static io.ferrymq.distribution.interop.GroupMember.OURS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.store.LocalFileOffsetStore;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.distribution.interop.GroupMember.Delivery;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Push consumers of ours and of the published clients as members of one group, at a broker of ours. */
class MixedGroupTest {
    /** Longer than a broker keeps the lock of a queue whose owner was not heard to free it. */
    private static final Duration LONG = Duration.ofSeconds(90);

    private static final String OLD = "4.9.8";
    private static final String NEW = "5.5.0";
    private static final List<String> KINDS = List.of(OURS, OLD, NEW);
    private static final int QUEUES = 6;

    /** The queue that 5.5.0 hands to ours when 4.9.8, whose id is the first, leaves. */
    private static final String MOVED = "3";

    @TempDir
    static Path folder;

    private static LocalCluster servers;
    private static DefaultMQProducer producer;
    private static Map<String, Peer> peers;

    private final List<GroupMember> members = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        // Before the classes of the published clients read it.
        System.setProperty(
                LocalFileOffsetStore.DIRECTORY_PROPERTY,
                folder.resolve("offsets").toString());
        servers = LocalCluster.start(folder.resolve("servers"), LocalCluster.BROKER);
        producer = servers.producer();
        // Generous: the machine may be busy with other things.
        producer.setSendMsgTimeout(30_000);
        peers = Map.of(OLD, Peer.client(OLD, "JSON"), NEW, Peer.client(NEW, "JSON"));
    }

    @AfterAll
    static void stop() throws Exception {
        for (Peer peer : peers.values()) {
            peer.close();
        }
        servers.close();
        System.clearProperty(LocalFileOffsetStore.DIRECTORY_PROPERTY);
    }

    @AfterEach
    void leave() {
        members.parallelStream().forEach(GroupMember::shutdown);
    }

    private static Map<String, String> settings(String topic, String group, String instance, String... more) {
        Map<String, String> settings = new HashMap<>();
        settings.put("nameServer", servers.nameServerAddress());
        settings.put("topic", topic);
        settings.put("group", group);
        settings.put("instance", instance);
        for (int i = 0; i < more.length; i += 2) {
            settings.put(more[i], more[i + 1]);
        }
        return settings;
    }

    private GroupMember join(String kind, Map<String, String> settings, Predicate<Delivery> takes) {
        GroupMember member = GroupMember.start(kind, peers, settings, takes);
        members.add(member);
        return member;
    }

    private static void send(String topic, int queue, String body) throws Exception {
        producer.send(
                new Message(topic, "tag", body.getBytes(StandardCharsets.UTF_8)),
                new MessageQueue(topic, LocalCluster.BROKER, queue));
    }

    /** So many messages to each queue, with bodies queue-number. */
    private static void wave(String topic, int from, int count) throws Exception {
        for (int i = from; i < from + count; i++) {
            for (int queue = 0; queue < QUEUES; queue++) {
                send(topic, queue, queue + "-" + i);
            }
        }
    }

    private static Set<String> bodies(int count) {
        Set<String> bodies = new HashSet<>();
        for (int i = 0; i < count; i++) {
            for (int queue = 0; queue < QUEUES; queue++) {
                bodies.add(queue + "-" + i);
            }
        }
        return bodies;
    }

    /**
     * Sends waves until they have gone the same ways, each queue to one member and none without, for longer than two rounds of the published
     * clients' sharing; returns how many.
     */
    private int shareOut(String topic) {
        AtomicInteger sent = new AtomicInteger();
        AtomicReference<Map<String, String>> before = new AtomicReference<>(Map.of());
        await().atMost(LONG)
                .pollInterval(Duration.ofMillis(250))
                .during(Duration.ofMillis(2_500))
                .until(() -> {
                    wave(topic, sent.getAndIncrement(), 1);
                    awaitAll(sent.get());
                    Map<String, String> now = ways(sent.get() - 1);
                    return now.equals(before.getAndSet(now))
                            && Set.copyOf(now.values()).equals(Set.copyOf(KINDS));
                });
        return sent.get();
    }

    /** Queue to the kinds that had its message of a wave. */
    private Map<String, String> ways(int wave) {
        Map<String, String> ways = new HashMap<>();
        for (GroupMember member : members) {
            member.deliveries().stream()
                    .filter(delivery -> number(delivery.body()) == wave)
                    .forEach(delivery -> ways.merge(
                            Integer.toString(delivery.queue()), member.toString(), (one, two) -> one + " " + two));
        }
        return ways;
    }

    private static int number(String body) {
        return Integer.parseInt(body.substring(body.indexOf('-') + 1));
    }

    private void awaitAll(int waves) {
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(GroupMember.times(members).keySet())
                        .as("of "
                                + members.stream()
                                        .map(member -> member + ": " + member.count())
                                        .toList())
                        .containsExactlyInAnyOrderElementsOf(bodies(waves)));
    }

    /** Members leave one after the other, ours in the middle of its work; the others take over, each message comes once. */
    private int takeOver(String topic, int sent, GroupMember... leaving) throws Exception {
        int total = sent;
        for (GroupMember member : leaving) {
            wave(topic, total, 20);
            total += 20;
            if (!member.toString().equals(OURS)) {
                // Published ones free their queues before they have written their positions: let them finish.
                awaitAll(total);
            }
            member.shutdown();
            int gone = member.count();
            wave(topic, total, 5);
            total += 5;
            awaitAll(total);
            assertThat(member.count()).as(member + " after it left").isEqualTo(gone);
        }
        return total;
    }

    private static Set<Integer> queues(GroupMember member) {
        Set<Integer> queues = new HashSet<>();
        member.deliveries().forEach(delivery -> queues.add(delivery.queue()));
        return queues;
    }

    @Test
    @DisplayName(
            "Ours, 4.9.8 and 5.5.0 share the queues; who leaves hands over, and nothing of its queues comes" + " twice")
    void shouldConsumeEachMessageOnceInOneGroup() throws Exception {
        servers.createTopic("Mixed", QUEUES);
        for (String kind : KINDS) {
            join(kind, settings("Mixed", "mixed", "member-" + kind), delivery -> true);
        }
        int sent = shareOut("Mixed");

        // Blocks of two become blocks of three: 5.5.0, which stays, gives one queue to ours.
        assertThat(ways(sent - 1)).containsEntry(MOVED, NEW);
        takeOver("Mixed", sent, members.get(1), members.get(2));

        // Ours begins half a second after the leave; 5.5.0 consumes on until it shares out anew, on a busy machine
        // later than that. While
        // members join, published ones read positions that the member before them has not written yet: so only from
        // there on.
        Map<String, Integer> again = GroupMember.times(members);
        again.entrySet().removeIf(entry -> number(entry.getKey()) < sent || entry.getValue() == 1);
        assertThat(again.keySet()).as("came again").allMatch(body -> body.startsWith(MOVED + "-"));
        assertThat(again.values()).as("comings of what came again").allMatch(times -> times == 2);
        assertThat(queues(members.get(0))).as("the last one's queues").hasSize(QUEUES);
    }

    @Test
    @DisplayName("In order too: each queue's messages come in their order and once, whoever has the queue")
    void shouldKeepTheOrderInOneGroup() throws Exception {
        servers.createTopic("MixedOrder", QUEUES);
        Map<Integer, List<String>> byQueue = new ConcurrentHashMap<>();
        for (String kind : KINDS) {
            join(kind, settings("MixedOrder", "mixed-order", "member-" + kind, "orderly", "true"), delivery -> {
                byQueue.computeIfAbsent(delivery.queue(), queue -> new CopyOnWriteArrayList<>())
                        .add(delivery.body());
                return true;
            });
        }
        int sent = shareOut("MixedOrder");

        int total = takeOver("MixedOrder", sent, members.get(0), members.get(2));

        assertThat(byQueue).hasSize(QUEUES);
        byQueue.forEach((queue, bodies) -> assertThat(bodies)
                .isEqualTo(
                        IntStream.range(0, total).mapToObj(i -> queue + "-" + i).toList()));
    }

    /** Refuses what is to be refused; of two members the one whose name is first has the group's retry queue. */
    private List<GroupMember> pair(String first, String second) throws Exception {
        String topic = "Retried" + members.size();
        servers.createTopic(topic, 2);
        Predicate<Delivery> takes = delivery ->
                !delivery.body().startsWith("never") && !(delivery.body().startsWith("again") && delivery.times() == 0);
        String group = "retried-" + members.size();
        return List.of(
                join(first, settings(topic, group, "1-" + group, "maxReconsumeTimes", "2"), takes),
                join(second, settings(topic, group, "2-" + group, "maxReconsumeTimes", "2"), takes));
    }

    @Test
    @DisplayName(
            "What one kind refuses comes again to the other, with its own topic and count, and in the end is a dead"
                    + " letter for both")
    void shouldRetryAcrossKinds() throws Exception {
        List<List<GroupMember>> pairs = List.of(pair(OURS, OLD), pair(OURS, NEW), pair(OLD, OURS), pair(NEW, OURS));
        for (int i = 0; i < pairs.size(); i++) {
            List<GroupMember> pair = pairs.get(i);
            String topic = "Retried" + 2 * i;
            // Until both have a queue: then what the second one refuses comes to the first one.
            await().atMost(LONG).until(() -> {
                send(topic, 0, "taken");
                send(topic, 1, "taken");
                return pair.stream().allMatch(member -> member.count() > 0);
            });
        }
        for (int i = 0; i < pairs.size(); i++) {
            for (int queue = 0; queue < 2; queue++) {
                send("Retried" + 2 * i, queue, "again" + queue);
                send("Retried" + 2 * i, queue, "never" + queue);
            }
        }

        for (int i = 0; i < pairs.size(); i++) {
            String topic = "Retried" + 2 * i;
            GroupMember first = pairs.get(i).get(0);
            GroupMember second = pairs.get(i).get(1);
            await().atMost(LONG).untilAsserted(() -> assertThat(first.deliveries())
                    .as(first + " after " + second)
                    .contains(
                            new Delivery("again0", topic, 0, 1),
                            new Delivery("again1", topic, 0, 1),
                            new Delivery("never0", topic, 0, 2),
                            new Delivery("never1", topic, 0, 2)));
            assertThat(second.deliveries()).contains(new Delivery("again1", topic, 1, 0));
        }
        List<GroupMember> readers = new ArrayList<>();
        for (int i = 0; i < pairs.size(); i++) {
            Map<String, String> morgue = settings("%DLQ%retried-" + 2 * i, "morgue-" + i, "morgue-" + i);
            readers.add(join(KINDS.get(i % KINDS.size()), morgue, delivery -> true));
        }
        for (GroupMember reader : readers) {
            await().atMost(LONG).untilAsserted(() -> assertThat(GroupMember.times(List.of(reader)))
                    .containsOnlyKeys("never0", "never1"));
        }
    }

    @Test
    @DisplayName(
            "A poison message in order ends as a dead letter after its attempts, whatever the kind, and its queue goes"
                    + " on")
    void shouldEndAPoisonMessageInOrder() throws Exception {
        for (String kind : KINDS) {
            String topic = "Poison" + kind.replace('.', '_');
            servers.createTopic(topic, 1);
            Map<String, String> settings =
                    settings(topic, "poison-" + topic, "poison-" + kind, "orderly", "true", "maxReconsumeTimes", "2");
            join(kind, settings, delivery -> !delivery.body().equals("poison"));
            send(topic, 0, "before");
            send(topic, 0, "poison");
            send(topic, 0, "after");
        }

        for (GroupMember member : members) {
            await().atMost(LONG).untilAsserted(() -> assertThat(member.deliveries())
                    .as(member.toString())
                    .extracting(Delivery::body)
                    .endsWith("after"));
            assertThat(member.deliveries().stream().map(Delivery::body))
                    .as(member.toString())
                    .containsExactly("before", "poison", "poison", "poison", "after");
        }
        for (String kind : KINDS) {
            String topic = "%DLQ%poison-Poison" + kind.replace('.', '_');
            GroupMember reader =
                    join(OURS, settings(topic, "reader-" + kind.replace('.', '_'), "r-" + kind), delivery -> true);
            await().atMost(LONG).until(() -> reader.count() == 1);
            assertThat(reader.deliveries()).extracting(Delivery::body).containsExactly("poison");
        }
    }

    @Test
    @DisplayName("Broadcasting: one file of positions serves ours, 4.9.8 and 5.5.0 in turn")
    void shouldShareTheFileOfABroadcastingMember() throws Exception {
        servers.createTopic("Shared", 1);
        Map<String, String> settings =
                settings("Shared", "shared", "shared", "broadcasting", "true", "clientIP", "10.0.0.1");
        int sent = 0;
        for (String kind : List.of(OURS, OLD, OURS, NEW, OURS)) {
            Set<String> expected = new HashSet<>();
            for (int i = 0; i < 3; i++) {
                send("Shared", 0, Integer.toString(sent));
                expected.add(Integer.toString(sent++));
            }
            GroupMember member = join(kind, settings, delivery -> true);
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(member.count()).as(kind).isEqualTo(3));
            member.shutdown();
            assertThat(GroupMember.times(List.of(member))).as(kind).containsOnlyKeys(expected);
        }
    }
}
