package io.ferrymq.broker.follow;

import io.ferrymq.common.DataVersion;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A table that masters may answer in pages (spec: remoting 10.1): pages are asked for until there are as many entries as the master says it
 * has. A master that answers everything at once, as all did before, is understood. When the table changes between two pages, it is
 * begun anew.
 *
 * @param <T> an entry
 */
final class Pages<T> {
    /** As many as official masters give at most. */
    static final int PAGE_SIZE = 2_000;

    private static final int BEGINNINGS_MAX = 5;

    private final MasterLine master;
    private final Source<T> source;

    /**
     * One answer.
     *
     * @param total how many entries the master has; null when it does not say, which means that these are all
     */
    record Page<T>(Map<String, T> entries, DataVersion version, Integer total, Object rest) {}

    /** How a kind of table is asked for. */
    interface Source<T> {
        Request<?> request(int from, String versionJson, int max);

        Page<T> read(MasterLine master, Reply reply) throws CopyException;
    }

    /** All entries, and what came with the last page besides. */
    record Whole<T>(Map<String, T> entries, DataVersion version, Object rest) {}

    Pages(MasterLine master, Source<T> source) {
        this.master = master;
        this.source = source;
    }

    Whole<T> all() throws CopyException, InterruptedException {
        for (int begun = 0; begun < BEGINNINGS_MAX; begun++) {
            Whole<T> whole = once();
            if (whole != null) {
                return whole;
            }
        }
        throw master.incomplete("it changed " + BEGINNINGS_MAX + " times while its pages were read");
    }

    /** Null when it changed in between. */
    private Whole<T> once() throws CopyException, InterruptedException {
        Map<String, T> entries = new LinkedHashMap<>();
        Page<T> page = ask(0, "");
        DataVersion version = page.version();
        entries.putAll(page.entries());
        while (page.total() != null && entries.size() < page.total()) {
            int before = entries.size();
            page = ask(before, Json.encodeText(version));
            if (!page.version().equals(version)) {
                return null;
            }
            entries.putAll(page.entries());
            if (entries.size() == before) {
                throw master.incomplete(before + " of " + page.total() + " entries, and no more come");
            }
        }
        return new Whole<>(entries, version, page.rest());
    }

    private Page<T> ask(int from, String version) throws CopyException, InterruptedException {
        return source.read(master, master.ask(source.request(from, version, PAGE_SIZE)));
    }
}
