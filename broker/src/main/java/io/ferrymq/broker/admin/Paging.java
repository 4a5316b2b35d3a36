package io.ferrymq.broker.admin;

import io.ferrymq.common.DataVersion;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.JsonException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Parts of a table that is too large for one answer (spec: remoting 10.1). */
public final class Paging {
    private static final int PAGE_MAX = 2_000;

    private Paging() {}

    /**
     * The part of a table, in the order of names, that a request wants.
     *
     * @param from index of the first entry, null for everything
     * @param max most entries wanted, null for as many as may be
     * @param knownVersion JSON of the version that the caller saw; when the table has another by now, it begins anew
     */
    public static <T> Map<String, T> page(
            Map<String, T> table, DataVersion version, Integer from, Integer max, String knownVersion) {
        if (from == null) {
            return table;
        }
        List<Map.Entry<String, T>> sorted = List.copyOf(new TreeMap<>(table).entrySet());
        int begin = isSame(version, knownVersion) ? Math.min(Math.max(0, from), sorted.size()) : 0;
        int end = Math.min(sorted.size(), begin + Math.min(PAGE_MAX, max == null || max <= 0 ? PAGE_MAX : max));
        // Official requesters do not ask for a page of one last entry.
        if (end == sorted.size() - 1) {
            end++;
        }
        Map<String, T> page = new LinkedHashMap<>();
        sorted.subList(begin, end).forEach(entry -> page.put(entry.getKey(), entry.getValue()));
        return page;
    }

    private static boolean isSame(DataVersion version, String known) {
        if (known == null || known.isBlank()) {
            return false;
        }
        try {
            return Json.decodeText(known, DataVersion.class).equals(version);
        } catch (JsonException e) {
            return false;
        }
    }
}
