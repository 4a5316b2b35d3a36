package io.ferrymq.distribution.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.message.Message;
import io.ferrymq.distribution.LocalCluster;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The check of a store directory as an operator runs it: while the broker runs, after it has stopped, and on a damaged copy. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CheckStoreCommandTest {
    private static final int COUNT = 50;

    @TempDir
    private static Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int checkStore(String... options) {
        String[] args = new String[options.length + 3];
        args[0] = "checkStore";
        args[1] = "-s";
        args[2] = store().toString();
        System.arraycopy(options, 0, args, 3, options.length);
        return Mqadmin.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    }

    private static Path store() {
        return folder.resolve(LocalCluster.BROKER);
    }

    @Test
    @Order(1)
    void shouldFindNothingWrongInABrokersStore() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(folder, LocalCluster.BROKER)) {
            send(cluster.nameServerAddress());
            assertThat(checkStore("--repair")).as(out.toString()).isEqualTo(1);
            assertThat(err.toString()).contains("--repair was not done: " + store() + " is in use by a broker");
        }
        err.getBuffer().setLength(0);
        assertThat(checkStore()).as(out.toString()).isZero();
        assertThat(out.toString()).contains(COUNT + " messages", "nothing wrong");
        assertThat(err.toString()).isEmpty();
    }

    private static void send(String nameServer) throws Exception {
        DefaultMQProducer producer = new DefaultMQProducer("checked");
        producer.setNamesrvAddr(nameServer);
        producer.start();
        try {
            for (int i = 0; i < COUNT; i++) {
                producer.send(new Message("Checked", "tag", "key" + i, new byte[100]));
            }
        } finally {
            producer.shutdown();
        }
    }

    @Test
    @Order(2)
    @DisplayName("UP-133: a broken state file with a good backup is named and restored")
    void up133_shouldNameAndRestoreABrokenStateFile() throws IOException {
        Path topics = store().resolve("config/topics.json");
        byte[] good = Files.readAllBytes(topics);
        Files.write(topics.resolveSibling("topics.json.bak"), good);
        Files.writeString(topics, "{\"topicConfigTable\":{\"Che");
        assertThat(checkStore()).isEqualTo(1);
        assertThat(out.toString()).contains("rebuildable  " + topics + ": cannot be used", "its backup is good");
        assertThat(checkStore("--repair")).as(out.toString()).isZero();
        assertThat(topics).hasBinaryContent(good);
    }

    @Test
    @Order(3)
    void shouldNameAPositionBehindTheEndOfItsQueue() throws IOException {
        Path offsets = store().resolve("config/consumerOffset.json");
        Files.writeString(offsets, "{\"offsetTable\":{\"Checked@group\":{0:10000}}}");
        assertThat(checkStore()).isEqualTo(1);
        assertThat(out.toString()).contains("Checked@group queue 0: the position is 10000, the queue ends at ");
        Files.delete(offsets);
        Files.deleteIfExists(offsets.resolveSibling("consumerOffset.json.bak"));
    }

    @Test
    @Order(4)
    void shouldRepairAQueue() throws IOException {
        Path queue = store().resolve("consumequeue/Checked/0/00000000000000000000");
        try (RandomAccessFile file = new RandomAccessFile(queue.toFile(), "rw")) {
            file.writeLong(77);
        }
        assertThat(checkStore()).isEqualTo(1);
        assertThat(out.toString())
                .contains("rebuildable  " + queue + ", byte 0: Checked/0 offset 0: the entry leads to address 77");
        assertThat(checkStore("--repair")).as(out.toString()).isZero();
        assertThat(out.toString()).contains("deleting the queue Checked/0", "nothing wrong");
    }

    @Test
    @Order(5)
    void shouldNameADamagedMessage() throws IOException {
        Path log = store().resolve("commitlog/00000000000000000000");
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
            file.seek(90);
            file.write(77);
        }
        assertThat(checkStore()).isEqualTo(1);
        assertThat(out.toString()).contains("damaged      " + log + ", byte 0: no undamaged record from log address 0");
    }

    @Test
    @Order(6)
    void shouldSayWhatToDoAboutDamageAfterARepair() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(
                store().resolve("consumequeue/Checked/1/00000000000000000000").toFile(), "rw")) {
            file.writeLong(77);
        }
        assertThat(checkStore("--repair")).isEqualTo(1);
        String again = out.toString().substring(out.toString().indexOf("Checking again"));
        assertThat(again)
                .contains("damaged      ", "The broker may be started.")
                .doesNotContain("rebuildable");
    }

    @Test
    void shouldNameAnUnknownOption() {
        int status = Mqadmin.run(new PrintWriter(out, true), new PrintWriter(err, true), "checkStore", "-d", "store");
        assertThat(status).isEqualTo(Mqadmin.EXIT_USAGE);
        assertThat(err.toString()).startsWith("checkStore: Unknown option: -d. Missing required option: '--storePath");
    }

    @Test
    void shouldRefuseWhatIsNoStore() {
        int status = Mqadmin.run(
                new PrintWriter(out, true), new PrintWriter(err, true), "checkStore", "-s", "/no/such/directory");
        assertThat(status).isEqualTo(1);
        assertThat(err.toString().strip()).isEqualTo("checkStore: /no/such/directory: is no directory");
    }
}
