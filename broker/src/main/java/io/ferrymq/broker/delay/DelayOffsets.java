package io.ferrymq.broker.delay;

import io.ferrymq.common.Clock;
import io.ferrymq.common.DataVersion;
import io.ferrymq.common.io.StateFile;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.body.DelayOffsetSerializeWrapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How far each level is delivered, kept in {@code config/delayOffset.json}: level, from 1, to the next offset of its queue. */
public final class DelayOffsets {
    private static final Logger LOG = LoggerFactory.getLogger(DelayOffsets.class);
    private static final int VERSION_STEP = 200;

    private final Map<Integer, Long> table = new ConcurrentHashMap<>();
    private final StateFile file;
    private final Clock clock;

    // Guarded by this.
    private DataVersion version;
    private int updates;
    private Map<Integer, Long> written = Map.of();

    private DelayOffsets(StateFile file, Clock clock) {
        this.file = file;
        this.clock = clock;
        this.version = DataVersion.initial(clock.nowMs());
    }

    /** Reads the file or its backup; without both every level starts at the beginning of its queue. */
    public static DelayOffsets load(Path configDir, Clock clock) {
        DelayOffsets offsets = new DelayOffsets(new StateFile(configDir.resolve("delayOffset.json")), clock);
        StateFile.Loaded<DelayOffsetSerializeWrapper> loaded = offsets.file.read(
                text -> Json.decode(text.getBytes(StandardCharsets.UTF_8), DelayOffsetSerializeWrapper.class));
        loaded.problems().forEach(LOG::warn);
        loaded.value().ifPresent(offsets::take);
        return offsets;
    }

    private synchronized void take(DelayOffsetSerializeWrapper wrapper) {
        table.putAll(wrapper.offsetTable());
        version = wrapper.dataVersion();
        written = wrapper.offsetTable();
    }

    long get(int level) {
        return table.getOrDefault(level, 0L);
    }

    void put(int level, long nextOffset) {
        table.put(level, nextOffset);
        synchronized (this) {
            if (++updates % VERSION_STEP == 0) {
                version = version.next(clock.nowMs());
            }
        }
    }

    public synchronized DelayOffsetSerializeWrapper toWrapper() {
        return new DelayOffsetSerializeWrapper(new TreeMap<>(table), version);
    }

    /** Takes over a master's offsets, and keeps them. */
    public synchronized void replace(DelayOffsetSerializeWrapper wrapper) {
        table.putAll(wrapper.offsetTable());
        table.keySet().retainAll(wrapper.offsetTable().keySet());
        version = wrapper.dataVersion();
        write(toWrapper());
    }

    /** Keeps these offsets, when they are others than those in the file. A failure is logged and tried again next time. */
    synchronized void write(DelayOffsetSerializeWrapper wrapper) {
        if (wrapper.offsetTable().equals(written)) {
            return;
        }
        try {
            file.write(new String(Json.encodePretty(wrapper), StandardCharsets.UTF_8));
            written = wrapper.offsetTable();
        } catch (IOException e) {
            LOG.error("progress of delayed messages cannot be kept in {}: {}", file.path(), e.toString());
        }
    }
}
