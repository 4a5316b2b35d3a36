package io.ferrymq.remoting.protocol.heartbeat;

import io.ferrymq.remoting.protocol.Copies;
import java.util.Set;

/**
 * What a group wants of a topic.
 *
 * @param subString the expression: {@link #SUB_ALL}, tags joined by {@code ||}, or SQL
 * @param tagsSet the tags of a tag expression; empty for all
 * @param codeSet their hash codes, in the same order
 * @param subVersion milliseconds of its creation: the greater one wins
 * @param expressionType {@code TAG} or {@code SQL92}; null means tags
 */
public record SubscriptionData(
        boolean classFilterMode,
        String topic,
        String subString,
        Set<String> tagsSet,
        Set<Integer> codeSet,
        long subVersion,
        String expressionType) {
    public static final String SUB_ALL = "*";

    public SubscriptionData {
        tagsSet = Copies.set(tagsSet);
        codeSet = Copies.set(codeSet);
    }

    /** Whether the expression is tags, be it said or not. */
    public boolean isTagType() {
        return expressionType == null || expressionType.isEmpty() || "TAG".equals(expressionType);
    }

    public SubscriptionData withSubVersion(long version) {
        return new SubscriptionData(classFilterMode, topic, subString, tagsSet, codeSet, version, expressionType);
    }
}
