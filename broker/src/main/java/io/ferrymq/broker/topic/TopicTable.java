package io.ferrymq.broker.topic;

import io.ferrymq.broker.state.StateSaver;
import io.ferrymq.common.Clock;
import io.ferrymq.common.DataVersion;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.io.StateFile;
import io.ferrymq.remoting.protocol.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/**
 * The topics this broker serves. A change is in force at once, for all threads, and on disk shortly after; who must know that it is
 * waits for {@link #saved}.
 */
public final class TopicTable {
    private final Map<String, TopicConfig> topics;
    private final Clock clock;
    private final List<TopicListener> listeners = new CopyOnWriteArrayList<>();
    private final StateSaver saver;

    // Guarded by this: changes are made one after the other, reads need no lock.
    private volatile DataVersion version;

    TopicTable(TopicsFile content, Clock clock, Executor executor, StateFile file) {
        this.topics = new ConcurrentHashMap<>(content.topicConfigTable());
        this.version = content.dataVersion();
        this.clock = clock;
        this.saver = new StateSaver(
                file.path().toString(),
                executor,
                () -> file.write(new String(Json.encodePretty(content()), StandardCharsets.UTF_8)));
    }

    /** The topic, or null when it does not exist. */
    public TopicConfig find(String topic) {
        return topics.get(topic);
    }

    /** A copy of all topics by name. */
    public Map<String, TopicConfig> all() {
        return Map.copyOf(topics);
    }

    public int size() {
        return topics.size();
    }

    /** Counts up with every change. */
    public DataVersion version() {
        return version;
    }

    /** Creates a topic or replaces its settings. Returns false when it is exactly like this already. */
    public synchronized boolean put(TopicConfig topic) {
        if (topic.equals(topics.put(topic.topicName(), topic))) {
            return false;
        }
        changed(topic);
        return true;
    }

    /** The topic of that name, which is created when there is none. */
    public TopicConfig findOrCreate(TopicConfig template) {
        TopicConfig found = topics.get(template.topicName());
        if (found != null) {
            return found;
        }
        synchronized (this) {
            found = topics.putIfAbsent(template.topicName(), template);
            if (found != null) {
                return found;
            }
            changed(template);
            return template;
        }
    }

    private void changed(TopicConfig topic) {
        version = version.next(clock.nowMs());
        saver.markChanged();
        listeners.forEach(listener -> listener.onChanged(topic));
    }

    /** Returns false when there was no such topic. */
    public synchronized boolean delete(String topic) {
        if (topics.remove(topic) == null) {
            return false;
        }
        version = version.next(clock.nowMs());
        saver.markChanged();
        listeners.forEach(listener -> listener.onDeleted(topic));
        return true;
    }

    /**
     * Takes over a master's whole table with its version. Readers see each topic as it was or as it will be.
     *
     * @return the topics that are no more; the listeners have heard of them
     */
    public synchronized Set<String> replaceAll(Map<String, TopicConfig> all, DataVersion newVersion) {
        List<TopicConfig> changed = new ArrayList<>();
        all.forEach((name, topic) -> {
            if (!topic.equals(topics.put(name, topic))) {
                changed.add(topic);
            }
        });
        Set<String> removed = new TreeSet<>(topics.keySet());
        removed.removeAll(all.keySet());
        topics.keySet().removeAll(removed);
        if (!changed.isEmpty() || !removed.isEmpty() || !newVersion.equals(version)) {
            version = newVersion;
            saver.markChanged();
        }
        changed.forEach(topic -> listeners.forEach(listener -> listener.onChanged(topic)));
        removed.forEach(topic -> listeners.forEach(listener -> listener.onDeleted(topic)));
        return removed;
    }

    /** A new version without a change of a topic, as when the permissions of the whole broker changed. */
    public synchronized void touch() {
        version = version.next(clock.nowMs());
        saver.markChanged();
    }

    public void addListener(TopicListener listener) {
        listeners.add(listener);
    }

    /** Completes when everything changed so far is on disk. */
    public CompletableFuture<Void> saved() {
        return saver.saved();
    }

    /** The write to disk that is due, or null when there is nothing to write: one look, for the way of a message. */
    public CompletableFuture<Void> pendingSave() {
        return saver.pending();
    }

    /** Writes the file now, when something is unsaved: at the end. */
    public void saveNow() {
        saver.saveNow();
    }

    /** What the file of topics holds. */
    synchronized TopicsFile content() {
        return new TopicsFile(version, topics);
    }
}
