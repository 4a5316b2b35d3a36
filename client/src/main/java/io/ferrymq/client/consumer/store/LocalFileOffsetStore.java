package io.ferrymq.client.consumer.store;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.common.io.StateFile;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.protocol.Copies;
import io.ferrymq.remoting.protocol.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Positions of a member that gets every message: kept in {@code <directory>/<client id>/<group>/offsets.json}, the form and place that
 * RocketMQ's clients use. A queue that goes away keeps its position: its broker may come back.
 */
public final class LocalFileOffsetStore implements AsyncOffsetStore {
    /** Where the files of all clients are, unless the property says otherwise. */
    public static final String DIRECTORY_PROPERTY = "rocketmq.client.localOffsetStoreDir";

    private static final Logger LOG = LoggerFactory.getLogger(LocalFileOffsetStore.class);
    private static final long NOT_FOUND = -1;

    private final String group;
    private final StateFile file;
    private final Positions positions = new Positions();
    private final OtherAddresses others;
    private Map<MessageQueue, Long> written = Map.of();
    private volatile String problem;

    /** The file's content. */
    record OffsetFile(Map<MessageQueue, Long> offsetTable) {
        OffsetFile {
            offsetTable = Copies.map(offsetTable);
        }
    }

    public LocalFileOffsetStore(Path directory, String clientId, String group) {
        this.group = group;
        this.file = new StateFile(fileOf(directory, clientId, group));
        this.others = new OtherAddresses(directory, clientId, group);
    }

    static Path fileOf(Path directory, String clientId, String group) {
        return directory.resolve(clientId).resolve(group).resolve("offsets.json");
    }

    /** The directory of the property, else {@code .rocketmq_offsets} in the user's home. */
    public static Path defaultDirectory() {
        String directory = System.getProperty(DIRECTORY_PROPERTY);
        return directory != null ? Path.of(directory) : Path.of(System.getProperty("user.home"), ".rocketmq_offsets");
    }

    @Override
    public synchronized void load() throws MQClientException {
        StateFile.Loaded<OffsetFile> loaded;
        try {
            loaded = read(file);
        } catch (UncheckedIOException e) {
            throw new MQClientException("group " + group + ": " + e.getMessage(), e);
        }
        if (loaded.value().isPresent()) {
            Map<MessageQueue, Long> table = loaded.value().get().offsetTable();
            table.forEach(positions::known);
            written = table;
        } else if (loaded.problems().isEmpty()) {
            others.newest().ifPresent(this::takeOver);
        } else {
            LOG.error("group {}: no positions are left, each queue starts as consumeFromWhere says", group);
        }
        LOG.info(
                "group {}: {} positions, kept in {}",
                group,
                positions.snapshot(null).size(),
                file.path());
        tryDirectory();
    }

    private StateFile.Loaded<OffsetFile> read(StateFile from) {
        StateFile.Loaded<OffsetFile> loaded =
                from.read(text -> Json.decode(text.getBytes(StandardCharsets.UTF_8), OffsetFile.class));
        for (String line : loaded.problems()) {
            LOG.error("group {}: {}", group, line);
        }
        return loaded;
    }

    // The name of the instance was chosen to stay, and the address has not stayed: as for a container that was moved.
    private void takeOver(Path file) {
        if (!others.isInstanceNamed()) {
            LOG.warn(
                    "group {}: there are no positions in {}, but some of another address in {}; a consumer with an"
                            + " instanceName of its own finds them whatever its address",
                    group,
                    this.file.path(),
                    file);
            return;
        }
        StateFile.Loaded<OffsetFile> loaded;
        try {
            loaded = read(new StateFile(file));
        } catch (UncheckedIOException e) {
            LOG.warn("group {}: positions of another address are not taken over: {}", group, e.getMessage());
            return;
        }
        loaded.value().ifPresent(read -> {
            read.offsetTable().forEach((queue, offset) -> positions.update(queue, offset, false));
            LOG.warn(
                    "group {}: {} positions are taken over from {}: the address of this client has changed",
                    group,
                    read.offsetTable().size(),
                    file);
        });
    }

    // A directory that cannot be written to is told at the start, not with the first message.
    private void tryDirectory() {
        try {
            Path directory = file.path().toAbsolutePath().getParent();
            Files.createDirectories(directory);
            Files.delete(Files.createTempFile(directory, "try", ".tmp"));
        } catch (IOException e) {
            cannotWrite(e);
        }
    }

    private void cannotWrite(IOException e) {
        String text = "positions cannot be kept in " + file.path() + ", after a restart messages come again: " + e;
        if (problem == null) {
            LOG.error("group {}: {}", group, text);
        }
        problem = text;
    }

    @Override
    public Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    @Override
    public void updateOffset(MessageQueue mq, long offset, boolean increaseOnly) {
        if (mq != null) {
            positions.update(mq, offset, increaseOnly);
        }
    }

    @Override
    public void updateAndFreezeOffset(MessageQueue mq, long offset) {
        if (mq != null) {
            positions.freeze(mq, offset);
        }
    }

    @Override
    public long readOffset(MessageQueue mq, ReadOffsetType type) {
        return mq == null ? NOT_FOUND : positions.get(mq);
    }

    @Override
    public CompletableFuture<OptionalLong> read(MessageQueue mq) {
        long offset = positions.get(mq);
        return CompletableFuture.completedFuture(offset < 0 ? OptionalLong.empty() : OptionalLong.of(offset));
    }

    @Override
    public void persistAll(Set<MessageQueue> mqs) {
        write();
    }

    @Override
    public void persist(MessageQueue mq) {
        write();
    }

    @Override
    public CompletableFuture<Void> persistNow(MessageQueue mq) {
        write();
        return CompletableFuture.completedFuture(null);
    }

    // A failing disk is not the consumer's end: it goes on, says so once, and tries again the next time.
    private synchronized void write() {
        Map<MessageQueue, Long> now = positions.snapshot(null);
        if (now.equals(written)) {
            return;
        }
        try {
            // With objects as keys, not with text: RocketMQ 5.5.0 reads nothing else.
            file.write(new String(Json.encode(new OffsetFile(now)), StandardCharsets.UTF_8));
            written = now;
            if (problem != null) {
                LOG.info("group {}: positions are kept in {} again", group, file.path());
            }
            problem = null;
        } catch (IOException e) {
            cannotWrite(e);
        }
    }

    @Override
    public void removeOffset(MessageQueue mq) {
        positions.thaw(mq);
    }

    @Override
    public Map<MessageQueue, Long> cloneOffsetTable(String topic) {
        return positions.snapshot(topic);
    }

    @Override
    public void updateConsumeOffsetToBroker(MessageQueue mq, long offset, boolean isOneway)
            throws RemotingException, MQBrokerException, InterruptedException, MQClientException {
        // Brokers know nothing of these positions.
    }
}
