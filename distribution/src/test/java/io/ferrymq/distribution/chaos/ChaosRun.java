package io.ferrymq.distribution.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.distribution.peer.PeerJars;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.GetMaxOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Groups that consume concurrently, in order or by polls, on one topic while messages flow; the script is the test's. */
final class ChaosRun implements AutoCloseable {
    static final String TOPIC = "chaos";
    static final String CONCURRENT = "chaos-concurrently";
    static final String ORDERLY = "chaos-orderly";
    static final String PULLING = "chaos-pulling";
    private static final Map<String, String> KINDS =
            Map.of(CONCURRENT, "concurrently", ORDERLY, "orderly", PULLING, "pulling");
    static final int QUEUES = 16;
    private static final int HEARTBEAT_MS = 1_000;
    private static final int PATIENT_MS = 30_000;
    private static final Duration SETTLE_MAX = Duration.ofSeconds(150);
    private static final Duration GO_ON_MAX = Duration.ofMinutes(2);
    private static final List<String> MEMBER_OPTIONS = List.of(
            "-Drocketmq.client.rebalance.lockMaxLiveTime=4000",
            "-Drocketmq.client.rebalance.lockInterval=1000",
            "-Drocketmq.client.rebalance.waitInterval=1000");

    private final Servers servers;
    private final DefaultMQProducer producer;
    private final Path folder;
    private final String workMicros;
    private final Samples samples;
    private final Flow flow;
    private final int count;
    private final List<Member> all = new ArrayList<>();
    private final List<Member> here = new ArrayList<>();
    private final List<String> script = new ArrayList<>();
    private final List<Outage> outages = new ArrayList<>();
    private final long startNanos = System.nanoTime();

    ChaosRun(LocalCluster cluster, Path folder, int count, int perSecond, int workMicros) throws Exception {
        this(Servers.of(cluster), folder, count, perSecond, workMicros);
    }

    /**
     * @param servers closed with the run
     * @param workMicros how long the listener has each message
     */
    ChaosRun(Servers servers, Path folder, int count, int perSecond, int workMicros) throws Exception {
        this.servers = servers;
        this.folder = Files.createDirectories(folder);
        this.count = count;
        this.workMicros = Integer.toString(workMicros);
        servers.createTopic(TOPIC, QUEUES);
        samples = new Samples(servers);
        producer = new DefaultMQProducer("chaos-producers");
        producer.setNamesrvAddr(servers.nameServerAddress());
        producer.setInstanceName("chaos-producer");
        producer.setHeartbeatBrokerInterval(HEARTBEAT_MS);
        producer.setPollNameServerInterval(HEARTBEAT_MS);
        producer.setSendMsgTimeout(PATIENT_MS);
        producer.start();
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
        return join(group, "peer", (name, args) -> Member.peerInside(PeerJars.application("5.5.0"), name, args));
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
                        servers.nameServerAddress(),
                        TOPIC,
                        group,
                        KINDS.get(group),
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

    /** Something happened to the servers. */
    void note(String what) {
        note(what, "");
    }

    /** The broker was killed and is back. */
    void outage(Outage outage) {
        outages.add(outage);
    }

    /** Until each group has consumed so many of the messages that are sent from now on. */
    void awaitConsumed(int messages) {
        Map<String, Long> before = new HashMap<>();
        groups().forEach(group -> before.put(group, consumedBy(group) + messages));
        int sent = flow.sentCount();
        await("each group goes on")
                .atMost(GO_ON_MAX)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> flow.sentCount() >= sent + messages
                        && before.entrySet().stream()
                                .allMatch(wanted -> consumedBy(wanted.getKey()) >= wanted.getValue()));
    }

    private long consumedBy(String group) {
        return all.stream()
                .filter(member -> member.group.equals(group))
                .mapToLong(ChaosRun::size)
                .sum();
    }

    private static long size(Member member) {
        try (Stream<String> lines = Files.lines(member.ledger)) {
            return lines.filter(line -> line.startsWith("C")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> groups() {
        return all.stream().map(member -> member.group).distinct().sorted().toList();
    }

    /** Waits until everything is consumed, has everybody leave and audits the ledgers of all groups. */
    List<GroupAudit> settle() throws Exception {
        flow.finish();
        // The queues follow the log a moment later, and what was sent last was sent as fast as could be.
        await("what was answered is in the queues").atMost(SETTLE_MAX).untilAsserted(this::ends);
        long[] ends = ends();
        await("all groups are at the end of all queues")
                .atMost(SETTLE_MAX)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> groups().stream().allMatch(group -> isAtEnd(group, ends)));
        for (Member member : List.copyOf(here)) {
            leave(member);
        }
        for (Member member : all) {
            member.awaitEnd();
        }
        samples.close();
        List<GroupAudit> audits = new ArrayList<>();
        for (String group : groups()) {
            audits.add(audit(group, ends));
        }
        return audits;
    }

    /** Where the queues end. Each place that was answered is in front of it, and was answered once; without outages nothing else is there. */
    private long[] ends() {
        long[] ends = new long[QUEUES];
        for (int queue = 0; queue < QUEUES; queue++) {
            ends[queue] = servers.ask(
                            Request.of(RequestCode.GET_MAX_OFFSET, new GetMaxOffsetRequestHeader(TOPIC, queue, null)))
                    .orElseThrow()
                    .header(OffsetResponseHeader.class)
                    .offset();
        }
        assertThat(flow.answered()).as("places that were answered").hasSize(flow.answeredCount());
        assertThat(flow.answered()).allSatisfy(place -> {
            String[] words = place.split(" ");
            assertThat(Long.parseLong(words[1])).as(place).isLessThan(ends[Integer.parseInt(words[0])]);
        });
        if (outages.isEmpty()) {
            assertThat(flow.failures()).as("sends that were not answered").isZero();
            assertThat(Arrays.stream(ends).sum()).isEqualTo(flow.sentCount());
        }
        return ends;
    }

    private boolean isAtEnd(String group, long[] ends) {
        return samples.now()
                .filter(now -> IntStream.range(0, QUEUES).allMatch(queue -> now.of(TOPIC, group, queue) == ends[queue]))
                .isPresent();
    }

    private GroupAudit audit(String group, long[] ends) throws Exception {
        List<Ledger> ledgers = new ArrayList<>();
        for (Member member : all) {
            if (member.group.equals(group) && Files.exists(member.ledger)) {
                ledgers.add(Ledger.read(member));
            }
        }
        GroupAudit audit = new GroupAudit(TOPIC, group, group.equals(ORDERLY), samples.taken(), outages);
        audit.run(ledgers, ends);
        return audit;
    }

    @Override
    public void close() {
        samples.close();
        producer.shutdown();
        all.forEach(Member::end);
        servers.close();
    }
}
