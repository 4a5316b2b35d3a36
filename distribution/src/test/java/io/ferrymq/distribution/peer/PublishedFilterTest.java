package io.ferrymq.distribution.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.broker.filter.FilterCompiler;
import io.ferrymq.broker.filter.FilterResult;
import io.ferrymq.common.message.PropertyBytes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Thousands of expressions mean the same to our broker and to the published one: refused, or the same messages. */
class PublishedFilterTest {
    private static final int EXPRESSIONS = 2_000;
    private static final long SEED = 20_260_730;

    private static final List<Map<String, String>> MESSAGES = List.of(
            Map.of(),
            Map.of("a", "3"),
            Map.of("a", "3", "b", "3.0", "s", "abc", "t", "true"),
            Map.of("a", "-3", "b", "1", "s", "3", "t", "false", "_x", "10"),
            Map.of("a", "03", "b", "abc", "s", "it's", "$y", "0"),
            Map.of("a", "9999999999", "b", "2147483648", "t", "TRUE"),
            Map.of("a", " 3", "b", "3 ", "s", "bca"),
            Map.of("a", "+3", "b", "NaN", "s", "c"),
            Map.of("a", "3L", "b", "0x1p3", "s", "Infinity"),
            Map.of("a", "٣", "b", "1e2", "s", "abcé", "A", "3"),
            Map.of("a", "99999999999999999999", "b", "-0.0", "t", "null", "A", "-"),
            Map.of("a", "0000000000000000000003", "b", ".5", "t", "+", "s", "3.0"));

    @Test
    void shouldMeanTheSameAsThePublishedFilter() throws Exception {
        RandomExpressions expressions = new RandomExpressions(SEED);
        List<String> differences = new ArrayList<>();
        int refused = 0;
        int matched = 0;
        try (PublishedFilter theirs = new PublishedFilter("5.5.0")) {
            for (int i = 0; i < EXPRESSIONS; i++) {
                String expression = expressions.next();
                Object parsed = theirs.parse(expression);
                FilterResult ours = new FilterCompiler().compile(expression);
                if (parsed == null || ours instanceof FilterResult.Rejected) {
                    refused++;
                    if (parsed != null || ours instanceof FilterResult.Compiled) {
                        differences.add(expression + ": theirs " + parsed + ", ours " + ours);
                    }
                    continue;
                }
                for (Map<String, String> message : MESSAGES) {
                    boolean wanted = theirs.matches(parsed, message);
                    matched += wanted ? 1 : 0;
                    if (matches((FilterResult.Compiled) ours, message) != wanted) {
                        differences.add(expression + " for " + message + ": theirs " + wanted);
                    }
                }
            }
        }
        assertThat(differences).as("seed %d", SEED).isEmpty();
        assertThat(refused).isBetween(EXPRESSIONS / 20, EXPRESSIONS * 3 / 4);
        assertThat(matched).isGreaterThan(EXPRESSIONS / 2);
    }

    private static boolean matches(FilterResult.Compiled compiled, Map<String, String> message) {
        return compiled.filter().matchesProperties(ByteBuffer.wrap(PropertyBytes.encode(message)));
    }
}
