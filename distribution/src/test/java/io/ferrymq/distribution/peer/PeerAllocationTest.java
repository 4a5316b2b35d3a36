package io.ferrymq.distribution.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.client.consumer.AllocateMessageQueueStrategy;
import io.ferrymq.client.consumer.rebalance.AllocateMachineRoomNearby;
import io.ferrymq.client.consumer.rebalance.AllocateMessageQueueAveragely;
import io.ferrymq.client.consumer.rebalance.AllocateMessageQueueAveragelyByCircle;
import io.ferrymq.client.consumer.rebalance.AllocateMessageQueueByConfig;
import io.ferrymq.client.consumer.rebalance.AllocateMessageQueueByMachineRoom;
import io.ferrymq.client.consumer.rebalance.AllocateMessageQueueConsistentHash;
import io.ferrymq.common.message.MessageQueue;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Members of both kinds in one group must come to the same shares: each rule is compared with the published one. */
class PeerAllocationTest {
    private static final String REBALANCE = "org.apache.rocketmq.client.consumer.rebalance.";
    private static final List<String> ROOMS = List.of("north", "south", "west");
    private static final int CASES = 100;
    private static final long SEED = 20_261_130L;

    /** A group's queues and members, as the rules get them: sorted. */
    private record Case(List<MessageQueue> queues, List<String> members) {
        static Case random(Random random) {
            Set<MessageQueue> queues = new TreeSet<>();
            int brokers = 1 + random.nextInt(4);
            for (int broker = 0; broker < brokers; broker++) {
                String name = ROOMS.get(random.nextInt(ROOMS.size())) + "@broker-" + broker;
                int count = 1 + random.nextInt(9);
                for (int i = 0; i < count; i++) {
                    queues.add(new MessageQueue("topic", name, i));
                }
            }
            Set<String> members = new TreeSet<>();
            int count = 1 + random.nextInt(12);
            for (int i = 0; i < count; i++) {
                members.add(
                        ROOMS.get(random.nextInt(2)) + "-10.0.0." + random.nextInt(200) + "@" + random.nextInt(99_999));
            }
            return new Case(List.copyOf(queues), List.copyOf(members));
        }
    }

    private static Map<String, AllocateMessageQueueStrategy> ours() {
        Map<String, AllocateMessageQueueStrategy> rules = new LinkedHashMap<>();
        rules.put("averagely", new AllocateMessageQueueAveragely());
        rules.put("by circle", new AllocateMessageQueueAveragelyByCircle());
        rules.put("consistent hash", new AllocateMessageQueueConsistentHash());
        rules.put("consistent hash of 3", new AllocateMessageQueueConsistentHash(3));
        AllocateMessageQueueByMachineRoom rooms = new AllocateMessageQueueByMachineRoom();
        rooms.setConsumeridcs(Set.of("north", "west"));
        rules.put("machine room", rooms);
        rules.put(
                "nearby",
                new AllocateMachineRoomNearby(
                        new AllocateMessageQueueAveragely(), new AllocateMachineRoomNearby.MachineRoomResolver() {
                            @Override
                            public String brokerDeployIn(MessageQueue messageQueue) {
                                return messageQueue.getBrokerName().split("@", -1)[0];
                            }

                            @Override
                            public String consumerDeployIn(String clientId) {
                                return clientId.split("-", -1)[0];
                            }
                        }));
        AllocateMessageQueueByConfig config = new AllocateMessageQueueByConfig();
        config.setMessageQueueList(List.of(new MessageQueue("topic", "fixed", 3)));
        rules.put("config", config);
        return rules;
    }

    /** The published rules, called through reflection: their types are of another class loader. */
    private static final class Published {
        private final Class<?> queueType;
        private final Map<String, Object> rules = new LinkedHashMap<>();

        Published(ClassLoader loader) throws ReflectiveOperationException {
            queueType = loader.loadClass("org.apache.rocketmq.common.message.MessageQueue");
            rules.put("averagely", make(loader, "AllocateMessageQueueAveragely"));
            rules.put("by circle", make(loader, "AllocateMessageQueueAveragelyByCircle"));
            rules.put("consistent hash", make(loader, "AllocateMessageQueueConsistentHash"));
            rules.put(
                    "consistent hash of 3",
                    loader.loadClass(REBALANCE + "AllocateMessageQueueConsistentHash")
                            .getConstructor(int.class)
                            .newInstance(3));
            Object rooms = make(loader, "AllocateMessageQueueByMachineRoom");
            rooms.getClass().getMethod("setConsumeridcs", Set.class).invoke(rooms, Set.of("north", "west"));
            rules.put("machine room", rooms);
            rules.put("nearby", nearby(loader));
            Object config = make(loader, "AllocateMessageQueueByConfig");
            config.getClass()
                    .getMethod("setMessageQueueList", List.class)
                    .invoke(config, theirs(List.of(new MessageQueue("topic", "fixed", 3))));
            rules.put("config", config);
        }

        private static Object make(ClassLoader loader, String name) throws ReflectiveOperationException {
            return loader.loadClass(REBALANCE + name).getConstructor().newInstance();
        }

        private Object nearby(ClassLoader loader) throws ReflectiveOperationException {
            Class<?> resolver = loader.loadClass(REBALANCE + "AllocateMachineRoomNearby$MachineRoomResolver");
            Object rooms = Proxy.newProxyInstance(
                    loader,
                    new Class<?>[] {resolver},
                    (proxy, method, args) -> method.getName().equals("brokerDeployIn")
                            ? ours(args[0]).getBrokerName().split("@", -1)[0]
                            : ((String) args[0]).split("-", -1)[0]);
            Class<?> strategy = loader.loadClass("org.apache.rocketmq.client.consumer.AllocateMessageQueueStrategy");
            return loader.loadClass(REBALANCE + "AllocateMachineRoomNearby")
                    .getConstructor(strategy, resolver)
                    .newInstance(rules.get("averagely"), rooms);
        }

        private List<Object> theirs(List<MessageQueue> queues) throws ReflectiveOperationException {
            List<Object> theirs = new ArrayList<>();
            for (MessageQueue queue : queues) {
                theirs.add(queueType
                        .getConstructor(String.class, String.class, int.class)
                        .newInstance(queue.getTopic(), queue.getBrokerName(), queue.getQueueId()));
            }
            return theirs;
        }

        private static MessageQueue ours(Object queue) throws ReflectiveOperationException {
            Class<?> type = queue.getClass();
            return new MessageQueue(
                    (String) type.getMethod("getTopic").invoke(queue),
                    (String) type.getMethod("getBrokerName").invoke(queue),
                    (Integer) type.getMethod("getQueueId").invoke(queue));
        }

        List<MessageQueue> allocate(String rule, String member, Case group) throws ReflectiveOperationException {
            Object strategy = rules.get(rule);
            Method allocate =
                    strategy.getClass().getMethod("allocate", String.class, String.class, List.class, List.class);
            List<MessageQueue> own = new ArrayList<>();
            Object given = allocate.invoke(strategy, "group", member, theirs(group.queues()), group.members());
            for (Object queue : (List<?>) given) {
                own.add(ours(queue));
            }
            return own;
        }

        String name(String rule) throws ReflectiveOperationException {
            Object strategy = rules.get(rule);
            return (String) strategy.getClass().getMethod("getName").invoke(strategy);
        }

        /** The type of what a rule throws, or "nothing". */
        String refusal(String rule, String member, Case group) throws ReflectiveOperationException {
            try {
                return "nothing, but " + allocate(rule, member, group);
            } catch (InvocationTargetException e) {
                return e.getCause().getClass().getSimpleName();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.9.8", "5.5.0"})
    @DisplayName("Each rule gives each member what the published one gives it, in the same order")
    void shouldShareAsThePublishedRulesDo(String version) throws Exception {
        try (URLClassLoader loader = PeerJars.client(version)) {
            Published published = new Published(loader);
            Random random = new Random(SEED);
            for (int i = 0; i < CASES; i++) {
                Case group = Case.random(random);
                for (Map.Entry<String, AllocateMessageQueueStrategy> rule : ours().entrySet()) {
                    for (String member : group.members()) {
                        assertThat(rule.getValue().allocate("group", member, group.queues(), group.members()))
                                .as("%s, case %d of seed %d, %s of %s", rule.getKey(), i, SEED, member, group)
                                .isEqualTo(published.allocate(rule.getKey(), member, group));
                    }
                }
            }
            for (Map.Entry<String, AllocateMessageQueueStrategy> rule : ours().entrySet()) {
                assertThat(rule.getValue().getName()).isEqualTo(published.name(rule.getKey()));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.9.8", "5.5.0"})
    @DisplayName("A member that is not named gets nothing, and nonsense is refused in the same way")
    void shouldRefuseAsThePublishedRulesDo(String version) throws Exception {
        try (URLClassLoader loader = PeerJars.client(version)) {
            Published published = new Published(loader);
            Case group = Case.random(new Random(SEED));
            List<Case> nonsense = List.of(new Case(List.of(), group.members()), new Case(group.queues(), List.of()));
            for (Map.Entry<String, AllocateMessageQueueStrategy> rule : ours().entrySet()) {
                AllocateMessageQueueStrategy ours = rule.getValue();
                assertThat(ours.allocate("group", "north-stranger", group.queues(), group.members()))
                        .as(rule.getKey())
                        .isEqualTo(published.allocate(rule.getKey(), "north-stranger", group));
                for (Case wrong : nonsense) {
                    assertThat(refusal(ours, "north-1", wrong))
                            .as("%s of %s", rule.getKey(), wrong)
                            .isEqualTo(published.refusal(rule.getKey(), "north-1", wrong));
                }
            }
        }
    }

    private static String refusal(AllocateMessageQueueStrategy rule, String member, Case group) {
        try {
            return "nothing, but " + rule.allocate("group", member, group.queues(), group.members());
        } catch (IllegalArgumentException e) {
            return e.getClass().getSimpleName();
        }
    }
}
