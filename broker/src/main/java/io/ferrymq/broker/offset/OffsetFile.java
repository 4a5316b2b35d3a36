package io.ferrymq.broker.offset;

import io.ferrymq.common.io.StateFile;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.body.ConsumerOffsetSerializeWrapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code config/consumerOffset.json}: the committed positions, written when they have changed. */
public final class OffsetFile {
    private static final Logger LOG = LoggerFactory.getLogger(OffsetFile.class);

    private final StateFile file;
    private final ConsumerOffsets offsets;
    private long writtenChangeCount;

    public OffsetFile(Path configDir, ConsumerOffsets offsets) {
        this.file = new StateFile(configDir.resolve("consumerOffset.json"));
        this.offsets = offsets;
    }

    /** Reads the file or its backup; without both all groups start anew. */
    public synchronized void load() {
        StateFile.Loaded<ConsumerOffsetSerializeWrapper> loaded = file.read(
                text -> Json.decode(text.getBytes(StandardCharsets.UTF_8), ConsumerOffsetSerializeWrapper.class));
        loaded.problems().forEach(LOG::warn);
        loaded.value().ifPresent(offsets::load);
        if (loaded.value().isEmpty() && !loaded.problems().isEmpty()) {
            LOG.error(
                    "the positions of all groups are unknown, unless slaves have them: groups begin where their"
                            + " consumeFromWhere says. To put them back, stop the broker and copy a good file to {}",
                    file.path());
        }
        writtenChangeCount = offsets.changeCount();
    }

    /**
     * Writes what has changed since the last time. A failure is logged and tried again next time.
     *
     * @return whether all that had changed is on disk
     */
    public synchronized boolean flush() {
        long changeCount = offsets.changeCount();
        if (changeCount == writtenChangeCount) {
            return true;
        }
        try {
            file.write(new String(Json.encodePretty(offsets.toWrapper()), StandardCharsets.UTF_8));
            writtenChangeCount = changeCount;
            return true;
        } catch (IOException e) {
            LOG.error("positions of groups cannot be kept in {}: {}", file.path(), e.toString());
            return false;
        }
    }
}
