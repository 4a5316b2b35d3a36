package io.ferrymq.client.consumer.store;

import io.ferrymq.common.io.StateFile;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.Copies;
import io.ferrymq.remoting.protocol.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
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
    private Map<MessageQueue, Long> written = Map.of();
    private boolean failing;

    /** The file's content. */
    record OffsetFile(Map<MessageQueue, Long> offsetTable) {
        OffsetFile {
            offsetTable = Copies.map(offsetTable);
        }
    }

    public LocalFileOffsetStore(Path directory, String clientId, String group) {
        this.group = group;
        this.file = new StateFile(directory.resolve(clientId).resolve(group).resolve("offsets.json"));
    }

    /** The directory of the property, else {@code .rocketmq_offsets} in the user's home. */
    public static Path defaultDirectory() {
        String directory = System.getProperty(DIRECTORY_PROPERTY);
        return directory != null ? Path.of(directory) : Path.of(System.getProperty("user.home"), ".rocketmq_offsets");
    }

    @Override
    public synchronized void load() {
        StateFile.Loaded<OffsetFile> loaded =
                file.read(text -> Json.decode(text.getBytes(StandardCharsets.UTF_8), OffsetFile.class));
        for (String problem : loaded.problems()) {
            LOG.error("group {}: {}", group, problem);
        }
        if (loaded.value().isEmpty() && !loaded.problems().isEmpty()) {
            LOG.error("group {}: no positions are left, each queue starts as consumeFromWhere says", group);
        }
        loaded.value().ifPresent(read -> {
            read.offsetTable().forEach(positions::known);
            written = read.offsetTable();
        });
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
            file.write(new String(Json.encodePretty(new OffsetFile(now)), StandardCharsets.UTF_8));
            written = now;
            if (failing) {
                LOG.info("group {}: positions are kept in {} again", group, file.path());
            }
            failing = false;
        } catch (IOException e) {
            if (!failing) {
                LOG.error(
                        "group {}: positions cannot be kept in {}, after a restart messages come again: {}",
                        group,
                        file.path(),
                        e.toString());
            }
            failing = true;
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
    public void updateConsumeOffsetToBroker(MessageQueue mq, long offset, boolean isOneway) {
        // Brokers know nothing of these positions.
    }
}
