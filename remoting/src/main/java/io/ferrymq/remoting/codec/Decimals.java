package io.ferrymq.remoting.codec;

/** Decimal numbers straight from bytes. */
final class Decimals {
    private static final int DIGITS_MAX = 19;

    private Decimals() {}

    /**
     * Reads the whole range as one decimal number.
     *
     * @throws ArithmeticException when the number overflows a long
     * @throws NumberFormatException when the range is empty or holds anything but a sign and digits
     */
    static long parse(byte[] bytes, int from, int to) {
        boolean signed = from < to && (bytes[from] == '-' || bytes[from] == '+');
        int at = signed ? from + 1 : from;
        if (at == to || to - at > DIGITS_MAX) {
            throw new NumberFormatException();
        }
        // Built up negatively: only so does Long.MIN_VALUE fit. Only the last of the most digits can be too much.
        long value = 0;
        int safeTo = Math.min(to, at + DIGITS_MAX - 1);
        for (; at < safeTo; at++) {
            value = value * 10 - digit(bytes[at]);
        }
        if (at < to) {
            value = Math.subtractExact(Math.multiplyExact(value, 10L), digit(bytes[at]));
        }
        return signed && bytes[from] == '-' ? value : Math.negateExact(value);
    }

    private static long digit(byte ascii) {
        int digit = ascii - '0';
        if (digit < 0 || digit > 9) {
            throw new NumberFormatException();
        }
        return digit;
    }

    static int digits(long positive) {
        int digits = 1;
        for (long bound = 10; digits < DIGITS_MAX && positive >= bound; bound *= 10) {
            digits++;
        }
        return digits;
    }
}
