package io.ferrymq.namesrv.kv;

import io.ferrymq.common.io.StateFile;
import io.ferrymq.remoting.protocol.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The key-value settings and their file (spec: broker 2.2, remoting 8.7). A change is on disk before it is seen; the file before it is kept
 * as backup. Read from any thread; changes exclude one another.
 */
public final class KvStore {
    /** Where brokers and clients look for the queues of ordered topics. */
    public static final String ORDER_TOPIC_NAMESPACE = "ORDER_TOPIC_CONFIG";

    private static final Logger LOG = LoggerFactory.getLogger(KvStore.class);

    private final StateFile file;
    private volatile KvTable table;

    private KvStore(StateFile file, KvTable table) {
        this.file = file;
        this.table = table;
    }

    /** Reads the file, or its backup; a missing one is an empty table. */
    public static KvStore open(Path path) {
        StateFile file = new StateFile(path);
        StateFile.Loaded<KvTable> loaded =
                file.read(text -> Json.decode(text.getBytes(StandardCharsets.UTF_8), KvTable.class));
        loaded.problems().forEach(LOG::warn);
        return new KvStore(file, loaded.value().orElse(KvTable.EMPTY));
    }

    /** A value, or null. */
    public String get(String namespace, String key) {
        return table.get(namespace, key);
    }

    /** The entries of a namespace, or null when nobody made it. */
    public Map<String, String> namespace(String namespace) {
        return table.namespace(namespace);
    }

    public int size() {
        return table.size();
    }

    public synchronized void put(String namespace, String key, String value) throws IOException {
        replace(table.with(namespace, key, value));
    }

    /** Nothing happens when there is no such key. */
    public synchronized void delete(String namespace, String key) throws IOException {
        replace(table.without(namespace, key));
    }

    private void replace(KvTable changed) throws IOException {
        if (!changed.equals(table)) {
            file.write(new String(Json.encodePretty(changed), StandardCharsets.UTF_8));
            table = changed;
        }
    }
}
