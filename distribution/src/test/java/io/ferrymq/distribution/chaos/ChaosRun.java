package io.ferrymq.distribution.chaos;

import static org.awaitility.Awaitility.await;

import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.distribution.peer.PeerJars;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Two groups, one concurrent and one orderly, on one topic while messages flow; the script is the test's. */
final class ChaosRun implements AutoCloseable {
    static final String TOPIC = "chaos";
    static final String CONCURRENT = "chaos-concurrently";
    static final String ORDERLY = "chaos-orderly";
    private static final int QUEUES = 16;
    private static final int HEARTBEAT_MS = 1_000;
    private static final int PATIENT_MS = 30_000;
    private static final Duration SETTLE_MAX = Duration.ofSeconds(150);
    private static final List<String> MEMBER_OPTIONS = List.of(
            "-Drocketmq.client.rebalance.lockMaxLiveTime=4000",
            "-Drocketmq.client.rebalance.lockInterval=1000",
            "-Drocketmq.client.rebalance.waitInterval=1000");

    private final ClassLoader published = PeerJars.application("5.5.0");
    private final LocalCluster cluster;
    private final Path folder;
    private final String workMicros;
    private final Samples samples;
    private final Flow flow;
    private final int count;
    private final List<Member> all = new ArrayList<>();
    private final List<Member> here = new ArrayList<>();
    private final List<String> script = new ArrayList<>();
    private final long startNanos = System.nanoTime();

    /** @param workMicros how long the listener has each message */
    ChaosRun(LocalCluster cluster, Path folder, int count, int perSecond, int workMicros) throws Exception {
        this.cluster = cluster;
        this.folder = Files.createDirectories(folder);
        this.count = count;
        this.workMicros = Integer.toString(workMicros);
        cluster.createTopic(TOPIC, QUEUES);
        samples = new Samples(cluster);
        DefaultMQProducer producer = new DefaultMQProducer("chaos-producers");
        producer.setNamesrvAddr(cluster.nameServerAddress());
        producer.setHeartbeatBrokerInterval(HEARTBEAT_MS);
        producer.setSendMsgTimeout(PATIENT_MS);
        producer.start();
        cluster.atClose(producer::shutdown);
        List<MessageQueue> queues = IntStream.range(0, QUEUES)
                .mapToObj(id -> new MessageQueue(TOPIC, LocalCluster.BROKER, id))
                .toList();
        flow = new Flow(producer, queues, count, perSecond);
    }

    private interface Starting {
        Member start(String name, List<String> args) throws Exception;
    }

    Member join(String group) throws Exception {
        return join(group, "ours", Member::inside);
    }

    Member joinPeer(String group) throws Exception {
        return join(group, "peer", (name, args) -> Member.peerInside(published, name, args));
    }

    Member joinProcess(String group) throws Exception {
        return join(group, "process", (name, args) -> Member.process(name, args, MEMBER_OPTIONS));
    }

    Member joinPeerProcess(String group) throws Exception {
        return join(group, "peer-process", (name, args) -> Member.peerProcess(name, args, MEMBER_OPTIONS));
    }

    private Member join(String group, String kind, Starting starting) throws Exception {
        String name = group + "-" + kind + "-" + all.size();
        note("join", name);
        Member member = starting.start(
                name,
                List.of(
                        cluster.nameServerAddress(),
                        TOPIC,
                        group,
                        group.equals(ORDERLY) ? "orderly" : "concurrently",
                        folder.resolve(name).toString(),
                        workMicros));
        all.add(member);
        here.add(member);
        return member;
    }

    void leave(Member member) throws Exception {
        note("leave", member);
        here.remove(member);
        member.leave();
    }

    void kill(Member member) {
        note("kill", member);
        here.remove(member);
        member.kill();
    }

    void freeze(Member member) throws Exception {
        note("freeze", member);
        member.freeze();
    }

    void thaw(Member member) throws Exception {
        note("thaw", member);
        member.thaw();
    }

    private void note(String what, Object whom) {
        script.add(Duration.ofNanos(System.nanoTime() - startNanos).toMillis() + " ms " + what + " " + whom);
    }

    /** Those of a group that have neither left nor been killed. */
    List<Member> here(String group) {
        return here.stream().filter(member -> member.group.equals(group)).toList();
    }

    /** Lets so many messages flow. */
    void let(int messages) {
        int until = flow.sentCount() + messages;
        await(messages + " more messages are sent")
                .atMost(SETTLE_MAX)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> flow.isEbbing() || flow.sentCount() >= until);
    }

    boolean isFlowing() {
        return !flow.isEbbing();
    }

    /** From now on messages flow. */
    void flow() {
        note("flow", count);
        flow.start();
    }

    /** Until the member has been given queues. */
    void awaitQueues(Member member) {
        await(member + " has queues")
                .atMost(SETTLE_MAX)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    member.check();
                    return Files.exists(member.ledger)
                            && Files.readString(member.ledger).contains("A ");
                });
    }

    /** What was done, and when. */
    String script() {
        return String.join("\n", script);
    }

    /** Waits until everything is consumed, has everybody leave and audits the ledgers of both groups. */
    List<GroupAudit> settle() throws Exception {
        flow.finish();
        long eachQueue = count / QUEUES;
        await("both groups are at the end of all queues")
                .atMost(SETTLE_MAX)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> isAtEnd(CONCURRENT, eachQueue) && isAtEnd(ORDERLY, eachQueue));
        for (Member member : List.copyOf(here)) {
            leave(member);
        }
        for (Member member : all) {
            member.awaitEnd();
        }
        samples.close();
        long[] ends = new long[QUEUES];
        java.util.Arrays.fill(ends, eachQueue);
        return List.of(audit(CONCURRENT, ends), audit(ORDERLY, ends));
    }

    private boolean isAtEnd(String group, long end) {
        Samples.Sample now = samples.now();
        return IntStream.range(0, QUEUES).allMatch(queue -> now.of(TOPIC, group, queue) == end);
    }

    private GroupAudit audit(String group, long[] ends) throws Exception {
        List<Ledger> ledgers = new ArrayList<>();
        for (Member member : all) {
            if (member.group.equals(group) && Files.exists(member.ledger)) {
                ledgers.add(Ledger.read(member));
            }
        }
        GroupAudit audit = new GroupAudit(TOPIC, group, group.equals(ORDERLY), samples.taken());
        audit.run(ledgers, ends);
        return audit;
    }

    @Override
    public void close() {
        samples.close();
        all.forEach(Member::end);
    }
}
