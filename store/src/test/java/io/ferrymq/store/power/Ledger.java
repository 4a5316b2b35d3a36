package io.ferrymq.store.power;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What was asked of a store and what it promised, over all its lives. */
final class Ledger {
    private final Map<String, Message> tried = new HashMap<>();
    private Promises promises = new Promises(List.of(), Set.of(), Set.of(), 0);

    /** A message by its body, which no other has. */
    record Message(String topic, int queueId, String key, String body) {}

    /** A message that was answered OK, or served to a consumer, with the place it had. */
    record Kept(Message message, long queueOffset, long physicalOffset) {}

    /**
     * What holds at one moment.
     *
     * @param kept must be where they were
     * @param dead bodies of messages of deleted topics: must not be served
     * @param uncertain topics that are being deleted
     * @param minOffsetMax the log may begin there at most
     */
    record Promises(List<Kept> kept, Set<String> dead, Set<String> uncertain, long minOffsetMax) {}

    synchronized void trying(Message message) {
        tried.put(message.body(), message);
    }

    synchronized Message tried(String body) {
        return tried.get(body);
    }

    synchronized Promises promises() {
        return promises;
    }

    /** The power failed: later promises were never heard of. */
    synchronized void backTo(Promises earlier) {
        promises = earlier;
    }

    synchronized void keep(List<Kept> more) {
        List<Kept> kept = new ArrayList<>(promises.kept);
        kept.addAll(more);
        promises = new Promises(List.copyOf(kept), promises.dead, promises.uncertain, promises.minOffsetMax);
    }

    synchronized void deleting(String topic) {
        Set<String> uncertain = new HashSet<>(promises.uncertain);
        uncertain.add(topic);
        promises = new Promises(promises.kept, promises.dead, Set.copyOf(uncertain), promises.minOffsetMax);
    }

    synchronized void deleted(String topic) {
        Set<String> uncertain = new HashSet<>(promises.uncertain);
        uncertain.remove(topic);
        Set<String> dead = new HashSet<>(promises.dead);
        tried.values().stream()
                .filter(message -> message.topic.equals(topic))
                .forEach(message -> dead.add(message.body));
        List<Kept> kept = promises.kept.stream()
                .filter(promise -> !promise.message.topic.equals(topic))
                .toList();
        promises = new Promises(kept, Set.copyOf(dead), Set.copyOf(uncertain), promises.minOffsetMax);
    }

    synchronized void mayBeginAt(long physicalOffset) {
        promises = new Promises(promises.kept, promises.dead, promises.uncertain, physicalOffset);
    }
}
