package io.ferrymq.broker.filter;

import io.ferrymq.common.Clock;
import io.ferrymq.store.BitMaps;
import io.ferrymq.store.EntryFilter;
import java.nio.file.Path;

/**
 * What filtering by expressions needs, made before the store is opened.
 *
 * @param bitMaps whether bit maps of messages are kept
 */
public record FilterTools(FilterCompiler compiler, FilterRegistry registry, boolean bitMaps) {
    public static FilterTools open(Path configDir, Bloom bloom, boolean bitMaps, Clock clock) {
        FilterCompiler compiler = new FilterCompiler();
        return new FilterTools(compiler, FilterRegistry.open(configDir, bloom, compiler, clock), bitMaps);
    }

    /** What the store notes beside messages. */
    public BitMaps forStore() {
        return bitMaps ? registry : BitMaps.NONE;
    }

    /** A group's filter of a topic in the form that is quickest to read by. */
    public EntryFilter forPull(String topic, String group, EntryFilter filter) {
        return bitMaps && filter instanceof SqlFilter sql ? registry.withBitMaps(topic, group, sql) : filter;
    }
}
