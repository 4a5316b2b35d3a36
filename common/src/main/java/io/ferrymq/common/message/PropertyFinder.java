package io.ferrymq.common.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the values of a few names of any kind in encoded properties, in one pass and without making strings: what a filter needs of each
 * message it looks at. Entries count as in {@link PropertyBytes}: those without separator, name or value do not, and of two with one name the
 * later wins.
 */
public final class PropertyFinder {
    /** What {@link #find} leaves for a name that is not there; a value that is there is never 0. */
    public static final long ABSENT = 0;

    private static final int START_SHIFT = 32;

    private final byte[][] names;

    public PropertyFinder(List<String> names) {
        this.names = names.stream()
                .map(name -> name.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }

    /** How many names there are: the least length of the array for {@link #find}. */
    public int size() {
        return names.length;
    }

    /** Where a found value begins in the array. */
    public static int start(long span) {
        return (int) (span >>> START_SHIFT);
    }

    /** Where a found value ends in the array. */
    public static int end(long span) {
        return (int) span;
    }

    /**
     * Looks for all names.
     *
     * @param spans for each name, in their order, where its value stands, or {@link #ABSENT}
     */
    public void find(byte[] array, int from, int to, long[] spans) {
        Arrays.fill(spans, 0, names.length, ABSENT);
        int nameStart = from;
        while (nameStart < to) {
            int nameEnd = SeparatorSearch.next(array, nameStart, to);
            int end = nameEnd;
            while (end < to && array[end] != PropertyBytes.ENTRY_END) {
                end = SeparatorSearch.next(array, end + 1, to);
            }
            if (nameEnd > nameStart && end > nameEnd + 1) {
                keep(array, nameStart, nameEnd, end, spans);
            }
            nameStart = end + 1;
        }
    }

    private void keep(byte[] array, int nameStart, int nameEnd, int end, long[] spans) {
        int length = nameEnd - nameStart;
        for (int i = 0; i < names.length; i++) {
            byte[] name = names[i];
            if (name.length == length
                    && name[0] == array[nameStart]
                    && Arrays.equals(array, nameStart, nameEnd, name, 0, length)) {
                spans[i] = ((long) nameEnd + 1) << START_SHIFT | end;
                return;
            }
        }
    }
}
