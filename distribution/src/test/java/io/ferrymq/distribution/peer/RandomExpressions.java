package io.ferrymq.distribution.peer;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Expressions from the grammar's whole width, most of them right, some with a word too few or too many; the same for the same seed. */
final class RandomExpressions {
    private static final List<String> NAMES = List.of("a", "b", "s", "t", "missing", "A", "_x", "$y");
    private static final List<String> CONSTANTS = List.of(
            "0",
            "1",
            "3",
            "3L",
            "-3",
            "10",
            "2147483648",
            "9999999999",
            "1.5",
            "3.0",
            ".5",
            "5.",
            "3E0",
            "1e2",
            "0.0",
            "'3'",
            "'abc'",
            "'3.0'",
            "''",
            "'it''s'",
            "'true'",
            "TRUE",
            "false",
            "NULL",
            "+3",
            "012",
            "9223372036854775808");
    private static final List<String> ORDERS = List.of("=", "<>", ">", ">=", "<", "<=", "=", "=");
    private static final List<String> NOISE = List.of(
            "(", ")", ",", "!", "x", "3", "'", "''", "AND", "NOT", "IS", "-", "--", "/*", "*/", "IN", "=", ";", "é",
            "\n");

    private final Random random;

    RandomExpressions(long seed) {
        random = new Random(seed);
    }

    String next() {
        String expression = condition(3);
        return random.nextInt(8) == 0 ? damaged(expression) : expression;
    }

    private String damaged(String expression) {
        int at = random.nextInt(expression.length() + 1);
        return random.nextBoolean()
                ? expression.substring(0, at) + of(NOISE) + expression.substring(at)
                : expression.substring(0, at) + " " + of(NOISE) + " " + expression.substring(at);
    }

    private String of(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private String condition(int depth) {
        if (depth == 0) {
            return simple();
        }
        return oneOf(
                this::simple,
                this::simple,
                () -> condition(depth - 1) + " AND " + condition(depth - 1),
                () -> condition(depth - 1) + " or " + condition(depth - 1),
                () -> "NOT (" + condition(depth - 1) + ")",
                () -> "NOT " + condition(depth - 1),
                () -> "(" + condition(depth - 1) + ")",
                () -> "(" + condition(depth - 1) + ") " + of(ORDERS) + " " + operand(depth - 1),
                () -> operand(depth - 1) + of(ORDERS) + "(" + condition(depth - 1) + ")");
    }

    private String simple() {
        String left = operand(1);
        return oneOf(
                () -> left + " " + of(ORDERS) + " " + operand(1),
                () -> of(NAMES) + " " + of(ORDERS) + " " + of(CONSTANTS),
                () -> of(NAMES) + " " + of(ORDERS) + " " + of(CONSTANTS),
                () -> left + " IS " + not() + "NULL",
                () -> left + " " + not() + "BETWEEN " + operand(1) + " AND " + operand(1),
                () -> of(NAMES) + " " + not() + "BETWEEN " + of(CONSTANTS) + " AND " + of(CONSTANTS),
                () -> left + " " + not() + "IN ('3', 'abc')",
                () -> of(NAMES) + " " + not() + "in('x','3','it''s')",
                () -> left + " " + not() + of(List.of("CONTAINS", "startswith", "EndsWith")) + " "
                        + of(List.of("'a'", "'b'", "'c'", "''", "'3'", "'abc'")),
                () -> of(NAMES),
                () -> of(CONSTANTS));
    }

    private String not() {
        return random.nextInt(3) == 0 ? "NOT " : "";
    }

    private String operand(int depth) {
        return oneOf(
                () -> of(NAMES),
                () -> of(NAMES),
                () -> of(CONSTANTS),
                () -> depth > 0 ? "(" + operand(depth - 1) + ")" : of(NAMES),
                () -> depth > 0 ? of(List.of("-", "+", "- ", "NOT ")) + operand(depth - 1) : of(CONSTANTS));
    }

    @SafeVarargs
    private String oneOf(Supplier<String>... choices) {
        return choices[random.nextInt(choices.length)].get();
    }
}
