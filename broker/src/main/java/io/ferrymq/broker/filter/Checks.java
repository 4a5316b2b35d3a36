package io.ferrymq.broker.filter;

import java.util.Locale;

/** What is refused although its form is right, because it can never mean anything (spec: broker 9.2). */
final class Checks {
    private Checks() {}

    /** An expression where a condition is needed: a property alone counts as one, a constant only when it is TRUE, FALSE or NULL. */
    static Condition condition(Expression expression, Token start, String where) {
        if (expression instanceof Condition condition) {
            return condition;
        }
        if (expression instanceof Operand.Property property) {
            return new Combination.Alone(property);
        }
        if (expression instanceof Operand.Constant constant && constant.value() == null) {
            return new Combination.Always(Truth.UNKNOWN);
        }
        if (expression instanceof Operand.Constant constant && constant.value() instanceof Boolean value) {
            return new Combination.Always(Truth.of(value));
        }
        throw FilterSyntaxException.found(start, "a condition: " + where + " must be true or false, such as a > 5");
    }

    static void equality(Expression left, Expression right, Token sign) {
        if (isNull(left) || isNull(right)) {
            throw new FilterSyntaxException(
                    sign.position(), "NULL cannot be compared by " + sign.text() + ", expected IS NULL or IS NOT NULL");
        }
        boolean mixed = left instanceof Operand.Constant one
                && one.value() instanceof Boolean
                && right instanceof Operand.Constant other
                && !(other.value() instanceof Boolean);
        if (mixed) {
            throw new FilterSyntaxException(
                    sign.position(), "TRUE and FALSE cannot be compared with a number or a string");
        }
    }

    /** One side of an order. */
    static void order(Expression side, Token sign) {
        if (side instanceof Condition) {
            throw new FilterSyntaxException(
                    sign.position(), sign.text() + " orders numbers, found a condition beside it");
        }
        if (side instanceof Operand.Constant constant && !constant.isNumber()) {
            String found = constant.value() instanceof String text ? "the string '" + text + "'" : shown(constant);
            throw new FilterSyntaxException(
                    sign.position(), sign.text() + " orders numbers, found " + found + " beside it");
        }
    }

    private static String shown(Operand.Constant constant) {
        return constant.value() == null ? "NULL" : constant.value().toString().toUpperCase(Locale.ROOT);
    }

    static void ascending(Expression low, Expression high, Token between) {
        boolean descending = low instanceof Operand.Constant one
                && high instanceof Operand.Constant other
                && Numbers.orderNumbers((Number) one.value(), (Number) other.value()) > 0;
        if (descending) {
            throw new FilterSyntaxException(
                    between.position(),
                    "the first bound of BETWEEN, " + ((Operand.Constant) low).value() + ", is greater than the second, "
                            + ((Operand.Constant) high).value());
        }
    }

    private static boolean isNull(Expression expression) {
        return expression instanceof Operand.Constant constant && constant.value() == null;
    }

    /** An integer when it fits, else a long. */
    static Number integer(Token word) {
        try {
            long value = Long.parseLong(word.text());
            if (value == (int) value) {
                return (int) value;
            }
            return value;
        } catch (NumberFormatException e) {
            throw FilterSyntaxException.found(word, "a number up to " + Long.MAX_VALUE);
        }
    }

    static Double fraction(Token word) {
        double value = Double.parseDouble(word.text());
        if (value < Double.MIN_VALUE || value > Double.MAX_VALUE) {
            throw FilterSyntaxException.found(
                    word, "a fraction from " + Double.MIN_VALUE + " to " + Double.MAX_VALUE + " (write 0 for zero)");
        }
        return value;
    }
}
