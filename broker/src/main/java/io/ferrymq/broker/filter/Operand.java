package io.ferrymq.broker.filter;

/** What is no condition: names, constants, signs. */
sealed interface Operand extends Expression {
    /**
     * A property, whose value always is a string.
     *
     * @param index among the names of the expression
     */
    record Property(String name, int index) implements Operand {
        @Override
        public Object value(PropertyValues message) {
            return message.text(index);
        }
    }

    /** @param value a string, integer, long, double or boolean; null for NULL */
    record Constant(Object value) implements Operand {
        @Override
        public Object value(PropertyValues message) {
            return value;
        }

        boolean isNumber() {
            return value instanceof Number;
        }
    }

    /** A minus sign: numbers only, everything else becomes unknown. */
    record Negative(Expression inner) implements Operand {
        @Override
        public Object value(PropertyValues message) {
            Object value = inner.value(message);
            if (value instanceof Integer number) {
                return -number;
            }
            if (value instanceof Long number) {
                return -number;
            }
            if (value instanceof Double number) {
                return -number;
            }
            return value == Truth.FAILED ? value : null;
        }
    }
}
