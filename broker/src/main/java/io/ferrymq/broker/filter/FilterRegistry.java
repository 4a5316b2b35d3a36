package io.ferrymq.broker.filter;

import io.ferrymq.common.Clock;
import io.ferrymq.common.filter.ExpressionType;
import io.ferrymq.common.io.StateFile;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import io.ferrymq.store.BitMaps;
import io.ferrymq.store.EntryFilter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which groups filter which topics by expressions, kept in {@code config/consumerFilter.json} beyond the lives of their members: bit maps of
 * messages are made for those that are away for a while, too.
 *
 * <p>A bit map is believed by a group only from the place in the log on behind which all bit maps were made with its expression. So a changed
 * expression is on disk before the first bit map is made with it, and that place is read after the expression is in force.
 */
public final class FilterRegistry implements BitMaps {
    private static final Logger LOG = LoggerFactory.getLogger(FilterRegistry.class);

    private final StateFile file;
    private final Bloom bloom;
    private final FilterCompiler compiler;
    private final Clock clock;
    private final Object fileLock = new Object();

    // Topic → group. Both maps are never changed, but replaced.
    private volatile Map<String, Map<String, RegisteredFilter>> byTopic = Map.of();
    private volatile LongSupplier logEnd = () -> Long.MAX_VALUE;
    private volatile boolean isChanged;

    private FilterRegistry(StateFile file, Bloom bloom, FilterCompiler compiler, Clock clock) {
        this.file = file;
        this.bloom = bloom;
        this.compiler = compiler;
        this.clock = clock;
    }

    /** Reads the file or its backup. Nobody is a member yet: all it holds is dead until a heartbeat brings it back. */
    public static FilterRegistry open(Path configDir, Bloom bloom, FilterCompiler compiler, Clock clock) {
        FilterRegistry registry =
                new FilterRegistry(new StateFile(configDir.resolve("consumerFilter.json")), bloom, compiler, clock);
        StateFile.Loaded<FilterFile> loaded =
                registry.file.read(text -> Json.decode(text.getBytes(StandardCharsets.UTF_8), FilterFile.class));
        loaded.problems().forEach(LOG::warn);
        // An older text may hold expressions that bit maps were not made with.
        boolean isLatest = loaded.source() == StateFile.Source.MAIN;
        loaded.value().ifPresent(content -> registry.load(content, isLatest));
        return registry;
    }

    private void load(FilterFile content, boolean isLatest) {
        Map<String, Map<String, RegisteredFilter>> topics = new HashMap<>();
        content.filterDataByTopic()
                .forEach((topic, groups) -> groups.groupFilterData().forEach((group, data) -> {
                    if (data != null && data.expression() != null) {
                        topics.computeIfAbsent(topic, added -> new HashMap<>())
                                .put(group, loaded(topic, group, data, isLatest));
                    }
                }));
        byTopic = topics;
        isChanged = !topics.isEmpty();
    }

    private RegisteredFilter loaded(String topic, String group, FilterData data, boolean isLatest) {
        FilterData.BloomFilterData place = place(group, topic);
        boolean samePlace = data.bloomFilterData() != null
                && data.bloomFilterData().bitNum() == place.bitNum()
                && Arrays.equals(data.bloomFilterData().bitPos(), place.bitPos());
        FilterData own = new FilterData(
                place,
                data.bornTime(),
                data.clientVersion(),
                group,
                data.dead(),
                data.deadTime(),
                data.expression(),
                data.expressionType(),
                topic,
                isLatest && samePlace ? data.ferrymqBornOffset() : null);
        return new RegisteredFilter(
                own.deadTime() >= own.bornTime() ? own : own.asDead(clock.nowMs()), compiled(data.expression()));
    }

    private SqlFilter compiled(String expression) {
        return compiler.compile(expression) instanceof FilterResult.Compiled compiled ? compiled.filter() : null;
    }

    private FilterData.BloomFilterData place(String group, String topic) {
        return new FilterData.BloomFilterData(bloom.bits(), bloom.positionsOf(group, topic));
    }

    /**
     * From now on it is known where the log ends; what came without a place in it is believed from here on.
     *
     * @param end where the next message will stand
     */
    public void follow(LongSupplier end) {
        logEnd = end;
        long nowEnd = end.getAsLong();
        change(topics -> {
            boolean[] changed = {false};
            topics.values()
                    .forEach(groups -> groups.replaceAll((group, known) -> {
                        changed[0] |= known.data().ferrymqBornOffset() == null;
                        return known.data().ferrymqBornOffset() == null
                                ? known.with(known.data().bornAt(nowEnd))
                                : known;
                    }));
            return changed[0];
        });
    }

    /** A change of a copy; false when nothing was changed. */
    private interface Change {
        boolean apply(Map<String, Map<String, RegisteredFilter>> topics);
    }

    private synchronized boolean change(Change change) {
        Map<String, Map<String, RegisteredFilter>> copy = copy();
        if (!change.apply(copy)) {
            return false;
        }
        copy.values().removeIf(Map::isEmpty);
        byTopic = copy;
        isChanged = true;
        return true;
    }

    private Map<String, Map<String, RegisteredFilter>> copy() {
        Map<String, Map<String, RegisteredFilter>> copy = new HashMap<>();
        byTopic.forEach((topic, groups) -> copy.put(topic, new HashMap<>(groups)));
        return copy;
    }

    /**
     * Members came, went or changed their minds. Expressions that are new or others are written to the disk: on a thread that may wait for it.
     *
     * @param wanted the expressions that the group's members now have, by topic; asked for when no other change can come between
     */
    public void update(String group, Supplier<Map<String, SubscriptionData>> wanted) {
        Map<String, SubscriptionData> now = wanted.get();
        if (now.isEmpty() && byTopic.values().stream().noneMatch(groups -> groups.containsKey(group))) {
            return;
        }
        change(topics -> bury(topics, group, wanted.get()));
        now.forEach((topic, data) -> {
            if (isOther(group, topic, data)) {
                enter(group, topic, data);
            }
        });
    }

    /** Marks those dead that no member has any more, and those alive again that one has. */
    private boolean bury(
            Map<String, Map<String, RegisteredFilter>> topics, String group, Map<String, SubscriptionData> wanted) {
        boolean[] changed = {false};
        topics.forEach((topic, groups) -> groups.computeIfPresent(group, (name, known) -> {
            SubscriptionData data = wanted.get(topic);
            FilterData next = known.data();
            if (data == null && !next.dead()) {
                next = next.asDead(clock.nowMs());
            } else if (data != null
                    && data.subString().equals(next.expression())
                    && (next.dead() || next.clientVersion() != data.subVersion())) {
                next = next.asAlive(data.subVersion());
            }
            changed[0] |= !next.equals(known.data());
            return known.with(next);
        }));
        return changed[0];
    }

    private boolean isOther(String group, String topic, SubscriptionData data) {
        RegisteredFilter known = byTopic.getOrDefault(topic, Map.of()).get(group);
        return known == null
                || (!known.data().expression().equals(data.subString())
                        && known.data().clientVersion() <= data.subVersion());
    }

    private void enter(String group, String topic, SubscriptionData data) {
        long nowMs = clock.nowMs();
        FilterData entry = new FilterData(
                place(group, topic),
                nowMs,
                data.subVersion(),
                group,
                false,
                0,
                data.subString(),
                ExpressionType.SQL92,
                topic,
                null);
        RegisteredFilter added = new RegisteredFilter(entry, compiled(data.subString()));
        synchronized (fileLock) {
            Map<String, Map<String, RegisteredFilter>> withAdded;
            synchronized (this) {
                withAdded = copy();
            }
            withAdded.computeIfAbsent(topic, name -> new HashMap<>()).put(group, added);
            boolean kept = write(withAdded);
            put(topic, group, added);
            if (kept) {
                put(topic, group, added.with(entry.bornAt(logEnd.getAsLong())));
            }
        }
    }

    private void put(String topic, String group, RegisteredFilter added) {
        change(topics -> {
            topics.computeIfAbsent(topic, name -> new HashMap<>()).put(group, added);
            return true;
        });
    }

    @Override
    public boolean wants(String topic) {
        return byTopic.containsKey(topic);
    }

    @Override
    public byte[] of(String topic, ByteBuffer properties) {
        byte[] bitMap = new byte[bloom.bytes()];
        for (RegisteredFilter known : byTopic.getOrDefault(topic, Map.of()).values()) {
            if (known.filter() != null && known.filter().matchesProperties(properties)) {
                for (int bit : known.data().bloomFilterData().bitPos()) {
                    bitMap[bit / Byte.SIZE] |= (byte) (1 << bit % Byte.SIZE);
                }
            }
        }
        return bitMap;
    }

    /** The group's filter, with the help of bit maps as far as they were made with it. */
    public EntryFilter withBitMaps(String topic, String group, SqlFilter filter) {
        RegisteredFilter known = byTopic.getOrDefault(topic, Map.of()).get(group);
        boolean isSame = known != null
                && known.data().ferrymqBornOffset() != null
                && known.data().expression().equals(filter.expression());
        return isSame
                ? new BitMapFilter(
                        filter,
                        known.data().ferrymqBornOffset(),
                        bloom.bytes(),
                        known.data().bloomFilterData().bitPos())
                : filter;
    }

    /** Forgets what no member has had for so long. */
    public void expire(long afterMs) {
        long nowMs = clock.nowMs();
        change(topics -> {
            boolean[] changed = {false};
            topics.values()
                    .forEach(groups -> changed[0] |= groups.values()
                            .removeIf(known ->
                                    known.data().dead() && nowMs - known.data().deadTime() > afterMs));
            return changed[0];
        });
    }

    public void removeTopic(String topic) {
        change(topics -> topics.remove(topic) != null);
    }

    public void removeGroup(String group) {
        change(topics -> {
            boolean[] changed = {false};
            topics.values().forEach(groups -> changed[0] |= groups.remove(group) != null);
            return changed[0];
        });
    }

    /** Writes what has changed since the last time. A failure is logged and tried again next time. */
    public void flush() {
        synchronized (fileLock) {
            if (isChanged) {
                isChanged = false;
                isChanged |= !write(byTopic);
            }
        }
    }

    private boolean write(Map<String, Map<String, RegisteredFilter>> topics) {
        Map<String, FilterFile.OfTopic> content = new HashMap<>();
        topics.forEach((topic, groups) -> {
            Map<String, FilterData> data = new HashMap<>();
            groups.forEach((group, known) -> data.put(group, known.data()));
            content.put(topic, new FilterFile.OfTopic(data, topic));
        });
        try {
            file.write(new String(Json.encodePretty(new FilterFile(content)), StandardCharsets.UTF_8));
            return true;
        } catch (IOException e) {
            LOG.error("filters of groups cannot be kept in {}: {}", file.path(), e.toString());
            return false;
        }
    }
}
