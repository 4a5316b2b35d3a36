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
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which groups filter which topics by expressions, kept in {@code config/consumerFilter.json} beyond the lives of their members: bit maps of
 * messages are made for those that are away for a while, too.
 *
 * <p>A bit map is believed by a group only from the place in the log on behind which all bit maps were made with its expression; that place is read
 * after the expression is in force. Changes are written together, now and then. So after anything but an orderly end the file may be behind the
 * bit maps, and none of before is believed: what is written at the end says that it is the last word, and that is taken back at the start. What a
 * crash loses comes back with the next heartbeats.
 */
public final class FilterRegistry implements BitMaps, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FilterRegistry.class);

    private final StateFile file;
    private final Bloom bloom;
    private final FilterCompiler compiler;
    private final Clock clock;
    private final Object fileLock = new Object();

    // Topic → group. The inner maps are never changed, but replaced, by whoever holds the lock of this.
    private final Map<String, Map<String, RegisteredFilter>> byTopic = new ConcurrentHashMap<>();
    private volatile LongSupplier logEnd = () -> Long.MAX_VALUE;
    private volatile boolean isChanged;

    // Guarded by fileLock: whether the file does not claim to be the last word.
    private boolean isOpen;

    // Guarded by this.
    private boolean isClosed;

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
        // Any other text may hold expressions that bit maps were not made with.
        boolean isMain = loaded.source() == StateFile.Source.MAIN;
        loaded.value().ifPresent(content -> registry.load(content, isMain && content.isLastWord()));
        registry.isOpen =
                !isMain || loaded.value().filter(FilterFile::isLastWord).isEmpty();
        return registry;
    }

    private void load(FilterFile content, boolean isLatest) {
        content.filterDataByTopic().forEach((topic, groups) -> {
            Map<String, RegisteredFilter> ofTopic = new HashMap<>();
            groups.groupFilterData().forEach((group, data) -> {
                if (data != null && data.expression() != null) {
                    ofTopic.put(group, loaded(topic, group, data, isLatest));
                }
            });
            if (!ofTopic.isEmpty()) {
                byTopic.put(topic, ofTopic);
                isChanged = true;
            }
        });
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
        if (!byTopic.isEmpty()) {
            takeBackLastWord();
        }
        long nowEnd = end.getAsLong();
        changeAll((group, known) -> known.data().ferrymqBornOffset() == null
                ? known.with(known.data().bornAt(nowEnd))
                : known);
    }

    /** Puts what it returns for each group in place of what is known; null removes it. */
    private synchronized void changeAll(BiFunction<String, RegisteredFilter, RegisteredFilter> change) {
        byTopic.keySet().forEach(topic -> changeTopic(topic, change));
    }

    private synchronized void changeTopic(String topic, BiFunction<String, RegisteredFilter, RegisteredFilter> change) {
        Map<String, RegisteredFilter> before = byTopic.getOrDefault(topic, Map.of());
        Map<String, RegisteredFilter> after = new HashMap<>(before);
        before.keySet().forEach(group -> after.computeIfPresent(group, change));
        replace(topic, before, after);
    }

    private synchronized void put(String topic, String group, RegisteredFilter added) {
        Map<String, RegisteredFilter> before = byTopic.getOrDefault(topic, Map.of());
        Map<String, RegisteredFilter> after = new HashMap<>(before);
        after.put(group, added);
        replace(topic, before, after);
    }

    private synchronized void replace(
            String topic, Map<String, RegisteredFilter> before, Map<String, RegisteredFilter> after) {
        if (isClosed || before.equals(after)) {
            return;
        }
        if (after.isEmpty()) {
            byTopic.remove(topic);
        } else {
            byTopic.put(topic, after);
        }
        isChanged = true;
    }

    /**
     * Members came, went or changed their minds.
     *
     * @param wanted the expressions that the group's members now have, by topic; asked for when no other change can come between
     */
    public void update(String group, Supplier<Map<String, SubscriptionData>> wanted) {
        Map<String, SubscriptionData> now = wanted.get();
        if (now.isEmpty() && byTopic.values().stream().noneMatch(groups -> groups.containsKey(group))) {
            return;
        }
        synchronized (this) {
            Map<String, SubscriptionData> latest = wanted.get();
            for (String topic : List.copyOf(byTopic.keySet())) {
                RegisteredFilter known = byTopic.get(topic).get(group);
                if (known != null) {
                    put(topic, group, buried(known, latest.get(topic)));
                }
            }
        }
        now.forEach((topic, data) -> {
            if (isOther(group, topic, data)) {
                enter(group, topic, data);
            }
        });
    }

    /** Dead when no member has it any more, alive again when one has. */
    private RegisteredFilter buried(RegisteredFilter known, SubscriptionData wanted) {
        FilterData data = known.data();
        if (wanted == null && !data.dead()) {
            return known.with(data.asDead(clock.nowMs()));
        }
        boolean isSame = wanted != null && wanted.subString().equals(data.expression());
        return isSame && (data.dead() || data.clientVersion() != wanted.subVersion())
                ? known.with(data.asAlive(wanted.subVersion()))
                : known;
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
        boolean isTakenBack = takeBackLastWord();
        put(topic, group, added);
        if (isTakenBack) {
            put(topic, group, added.with(entry.bornAt(logEnd.getAsLong())));
        }
    }

    /** From now on bit maps may be made with expressions that are not in the file. False when the disk refuses: then none of them is believed. */
    private boolean takeBackLastWord() {
        synchronized (fileLock) {
            return isOpen || write(null);
        }
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
        changeAll((group, known) -> known.data().dead() && nowMs - known.data().deadTime() > afterMs ? null : known);
    }

    public void removeTopic(String topic) {
        changeTopic(topic, (group, known) -> null);
    }

    public void removeGroup(String group) {
        changeAll((name, known) -> name.equals(group) ? null : known);
    }

    /** Writes what has changed since the last time. A failure is logged and tried again next time. */
    public void flush() {
        synchronized (fileLock) {
            if (isChanged) {
                write(null);
            }
        }
    }

    /** The end: nothing changes any more, and what is written is the last word. */
    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
        }
        synchronized (fileLock) {
            if (isChanged || (isOpen && !byTopic.isEmpty())) {
                write(true);
            }
        }
    }

    private boolean write(Boolean isLastWord) {
        isChanged = false;
        Map<String, FilterFile.OfTopic> content = new HashMap<>();
        byTopic.forEach((topic, groups) -> {
            Map<String, FilterData> data = new HashMap<>();
            groups.forEach((group, known) -> data.put(group, known.data()));
            content.put(topic, new FilterFile.OfTopic(data, topic));
        });
        try {
            String text = new String(Json.encodePretty(new FilterFile(content, isLastWord)), StandardCharsets.UTF_8);
            file.write(text);
            isOpen = isLastWord == null;
            return true;
        } catch (IOException e) {
            isChanged = true;
            LOG.error("filters of groups cannot be kept in {}: {}", file.path(), e.toString());
            return false;
        }
    }
}
