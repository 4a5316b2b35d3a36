package io.ferrymq.broker.filter;

import java.nio.charset.StandardCharsets;

/**
 * Orders values as numbers. Text beside a number is read as a number of that kind: {@code 3.5} beside an integer is none. Each result is -1,
 * 0 or 1, or {@link #NONE}.
 */
final class Numbers {
    /** There is no order. */
    static final int NONE = 2;

    /** So many digits fit into a long whatever they are. */
    private static final int PLAIN_DIGITS_MAX = 18;

    private Numbers() {}

    /** Two strings are both read as fractions. Neither may be null. */
    static int order(Object left, Object right) {
        if (left instanceof String text) {
            return right instanceof Number number ? orderText(text, number) : orderTexts(text, right);
        }
        if (left instanceof Number number) {
            if (right instanceof String text) {
                int mirrored = orderText(text, number);
                return mirrored == NONE ? NONE : -mirrored;
            }
            return right instanceof Number other ? orderNumbers(number, other) : NONE;
        }
        return NONE;
    }

    private static int orderTexts(String left, Object right) {
        return right instanceof String text && isFraction(left) && isFraction(text) ? orderFractions(left, text) : NONE;
    }

    private static int orderFractions(String left, String right) {
        try {
            return Integer.signum(Double.compare(Double.parseDouble(left), Double.parseDouble(right)));
        } catch (NumberFormatException e) {
            return NONE;
        }
    }

    static int orderNumbers(Number left, Number right) {
        boolean fraction = left instanceof Double || right instanceof Double;
        return fraction
                ? Integer.signum(Double.compare(left.doubleValue(), right.doubleValue()))
                : Long.compare(left.longValue(), right.longValue());
    }

    /** The text against the number. */
    private static int orderText(String text, Number number) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return order(bytes, 0, bytes.length, number);
    }

    /** Text that stands in bytes against the number. */
    static int order(byte[] bytes, int start, int end, Number number) {
        if (number instanceof Double) {
            return orderFraction(new String(bytes, start, end - start, StandardCharsets.UTF_8), number.doubleValue());
        }
        boolean negative = start < end && bytes[start] == '-';
        int digits = negative || (start < end && bytes[start] == '+') ? start + 1 : start;
        if (digits == end) {
            return NONE;
        }
        long value = 0;
        for (int at = digits; at < end; at++) {
            int digit = bytes[at] - '0';
            if (bytes[at] < 0 || end - digits > PLAIN_DIGITS_MAX) {
                return orderUnusual(new String(bytes, start, end - start, StandardCharsets.UTF_8), number);
            }
            if (digit < 0 || digit > 9) {
                return NONE;
            }
            value = 10 * value + digit;
        }
        value = negative ? -value : value;
        boolean fits = number instanceof Long || value == (int) value;
        return fits ? Long.compare(value, number.longValue()) : NONE;
    }

    /** Very long ones, and digits of other scripts. */
    private static int orderUnusual(String text, Number number) {
        try {
            long value = number instanceof Long ? Long.parseLong(text) : Integer.parseInt(text);
            return Long.compare(value, number.longValue());
        } catch (NumberFormatException e) {
            return NONE;
        }
    }

    private static int orderFraction(String text, double number) {
        if (!isFraction(text)) {
            return NONE;
        }
        try {
            return Integer.signum(Double.compare(Double.parseDouble(text), number));
        } catch (NumberFormatException e) {
            return NONE;
        }
    }

    /** Whether it begins like one: most words are told apart without the price of an exception. */
    private static boolean isFraction(String text) {
        String trimmed = text.trim();
        if (trimmed.isEmpty()) {
            return false;
        }
        char first = trimmed.charAt(0);
        return (first >= '0' && first <= '9')
                || first == '.'
                || first == '-'
                || first == '+'
                || first == 'N'
                || first == 'I';
    }
}
