package io.ferrymq.broker.filter;

/** One value against another. */
sealed interface Comparison extends Condition {
    /** The condition for {@code left = right}; in its quickest form. */
    static Condition equal(Expression left, Expression right) {
        if (left instanceof Operand.Property property && right instanceof Operand.Constant constant) {
            return propertyEqual(property, constant, Truth.UNKNOWN, left, right);
        }
        if (left instanceof Operand.Constant constant && right instanceof Operand.Property property) {
            // Only what is missing on the left is unknown.
            return propertyEqual(property, constant, Truth.FALSE, left, right);
        }
        return new Equal(left, right);
    }

    private static Condition propertyEqual(
            Operand.Property property, Operand.Constant constant, Truth missing, Expression left, Expression right) {
        if (constant.value() instanceof Number number) {
            return new AgainstNumber(property, Operator.EQUAL, number, missing);
        }
        return constant.value() instanceof String text
                ? new TextCondition.Is(property, Utf8.of(text), missing)
                : new Equal(left, right);
    }

    /** The condition for an order; in its quickest form. */
    static Condition order(Expression left, Operator operator, Expression right) {
        if (left instanceof Operand.Property property
                && right instanceof Operand.Constant constant
                && constant.value() instanceof Number number) {
            return new AgainstNumber(property, operator, number, Truth.UNKNOWN);
        }
        if (right instanceof Operand.Property property
                && left instanceof Operand.Constant constant
                && constant.value() instanceof Number number) {
            return new AgainstNumber(property, operator.mirrored(), number, Truth.UNKNOWN);
        }
        return new Order(left, operator, right);
    }

    /** A property against a number: what most expressions are made of, without a string. */
    record AgainstNumber(Operand.Property property, Operator operator, Number number, Truth missing)
            implements Comparison {
        @Override
        public Truth test(PropertyValues message) {
            if (!message.has(property.index())) {
                return missing;
            }
            int order = message.order(property.index(), number);
            return order == Numbers.NONE ? Truth.FAILED : Truth.of(operator.holds(order));
        }
    }

    /** {@code = } between any two values. */
    record Equal(Expression left, Expression right) implements Comparison {
        @Override
        public Truth test(PropertyValues message) {
            Object one = left.value(message);
            if (one == Truth.FAILED) {
                return Truth.FAILED;
            }
            Object other = right.value(message);
            if (other == Truth.FAILED) {
                return Truth.FAILED;
            }
            if (one == null) {
                return other == null ? Truth.TRUE : Truth.UNKNOWN;
            }
            return other == null ? Truth.FALSE : ofPresent(one, other);
        }

        private static Truth ofPresent(Object one, Object other) {
            if (one.getClass() == other.getClass()) {
                return Truth.of(one.equals(other));
            }
            if (other instanceof Boolean) {
                // A string that does not read 'true' is false; a number is neither.
                return Truth.of(one instanceof String text && other.equals(Boolean.valueOf(text)));
            }
            if (one instanceof Boolean) {
                return other instanceof String ? Truth.FAILED : Truth.FALSE;
            }
            int order = Numbers.order(one, other);
            return order == Numbers.NONE ? Truth.FAILED : Truth.of(order == 0);
        }
    }

    /** {@code > >= < <=} between any two values. */
    record Order(Expression left, Operator operator, Expression right) implements Comparison {
        @Override
        public Truth test(PropertyValues message) {
            Object one = left.value(message);
            if (one == null || one == Truth.FAILED) {
                return one == null ? Truth.UNKNOWN : Truth.FAILED;
            }
            Object other = right.value(message);
            if (other == null || other == Truth.FAILED) {
                return other == null ? Truth.UNKNOWN : Truth.FAILED;
            }
            int order = Numbers.order(one, other);
            return order == Numbers.NONE ? Truth.FAILED : Truth.of(operator.holds(order));
        }
    }
}
