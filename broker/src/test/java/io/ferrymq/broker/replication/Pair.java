package io.ferrymq.broker.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.broker.TestBroker;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.HaRuntimeInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What tests of masters and slaves do again and again. */
final class Pair {
    static final Duration SOON = Duration.ofSeconds(20);

    private Pair() {}

    /** A slave that knows its master without a nameserver. */
    static TestBroker slave(Path store, String masterHaAddress, String... more) {
        List<String> settings =
                new ArrayList<>(List.of("brokerRole", "SLAVE", "brokerId", "1", "haMasterAddress", masterHaAddress));
        settings.addAll(List.of(more));
        return TestBroker.start(store, settings.toArray(String[]::new));
    }

    static HaRuntimeInfo status(TestBroker broker) throws Exception {
        Reply reply = broker.call(Request.of(RequestCode.GET_BROKER_HA_STATUS));
        assertThat(reply.code()).isZero();
        return Json.decode(reply.body(), HaRuntimeInfo.class);
    }

    static long logEnd(TestBroker broker) throws Exception {
        HaRuntimeInfo status = status(broker);
        return status.master()
                ? status.masterCommitLogMaxOffset()
                : status.haClientRuntimeInfo().maxOffset();
    }

    static void awaitFollowers(TestBroker master, int count) {
        await().atMost(SOON).until(() -> status(master).haConnectionInfo().size() == count);
    }

    /** Waits until the slave's log ends where the master's does, and the master knows. */
    static long awaitCaughtUp(TestBroker master, TestBroker slave) throws Exception {
        long end = logEnd(master);
        await().atMost(SOON).until(() -> logEnd(slave) == end);
        await().atMost(SOON)
                .until(() -> status(master).haConnectionInfo().stream().anyMatch(info -> info.slaveAckOffset() == end));
        return end;
    }

    /** The files of a log below an address, in order, the last one cut there. */
    static List<byte[]> files(Path store, long logEnd) throws IOException {
        List<byte[]> contents = new ArrayList<>();
        try (Stream<Path> files = Files.list(store.resolve("commitlog"))) {
            for (Path file : files.sorted().toList()) {
                long base = Long.parseLong(file.getFileName().toString());
                if (base < logEnd) {
                    byte[] bytes = Files.readAllBytes(file);
                    contents.add(java.util.Arrays.copyOf(bytes, (int) Math.min(bytes.length, logEnd - base)));
                }
            }
        }
        return contents;
    }

    static void assertSameLogs(Path one, Path other, long logEnd) throws IOException {
        List<byte[]> first = files(one, logEnd);
        List<byte[]> second = files(other, logEnd);
        assertThat(second).hasSameSizeAs(first);
        for (int i = 0; i < first.size(); i++) {
            assertThat(java.util.Arrays.mismatch(first.get(i), second.get(i)))
                    .as("first difference in file %d", i)
                    .isEqualTo(-1);
        }
    }
}
