package io.ferrymq.broker.client;

import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import io.ferrymq.store.EntryFilter;
import java.util.Arrays;

/** Lets those messages through whose tag has one of a few hash codes. */
final class TagFilter implements EntryFilter {
    private final int[] codes;

    private TagFilter(int[] codes) {
        this.codes = codes;
    }

    /** Everything for {@code *} and for an expression without tags. */
    static EntryFilter of(SubscriptionData data) {
        boolean all = data.subString() == null
                || data.subString().isBlank()
                || SubscriptionData.SUB_ALL.equals(data.subString().trim())
                || data.codeSet().isEmpty();
        if (all) {
            return EntryFilter.ALL;
        }
        return new TagFilter(data.codeSet().stream().mapToInt(Integer::intValue).toArray());
    }

    @Override
    public boolean matchesTagsCode(long tagsCode) {
        int code = (int) tagsCode;
        for (int wanted : codes) {
            if (wanted == code) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return "tags with hash codes " + Arrays.toString(codes);
    }
}
