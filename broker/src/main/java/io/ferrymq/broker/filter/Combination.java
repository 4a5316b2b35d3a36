package io.ferrymq.broker.filter;

import java.util.List;

/** Conditions made of others, in three-valued logic: what is decided by one part does not look at the next. */
sealed interface Combination extends Condition {
    /** AND. */
    record All(List<Condition> parts) implements Combination {
        public All {
            parts = List.copyOf(parts);
        }

        @Override
        public Truth test(PropertyValues message) {
            Truth all = Truth.TRUE;
            for (int i = 0; i < parts.size(); i++) {
                Truth part = parts.get(i).test(message);
                if (part == Truth.FALSE || part == Truth.FAILED) {
                    return part;
                }
                if (part == Truth.UNKNOWN) {
                    all = Truth.UNKNOWN;
                }
            }
            return all;
        }
    }

    /** OR. */
    record Any(List<Condition> parts) implements Combination {
        public Any {
            parts = List.copyOf(parts);
        }

        @Override
        public Truth test(PropertyValues message) {
            Truth any = Truth.FALSE;
            for (int i = 0; i < parts.size(); i++) {
                Truth part = parts.get(i).test(message);
                if (part == Truth.TRUE || part == Truth.FAILED) {
                    return part;
                }
                if (part == Truth.UNKNOWN) {
                    any = Truth.UNKNOWN;
                }
            }
            return any;
        }
    }

    /** NOT. */
    record Not(Condition inner) implements Combination {
        @Override
        public Truth test(PropertyValues message) {
            return inner.test(message).not();
        }
    }

    /** TRUE, FALSE, or NULL, which is unknown. */
    record Always(Truth truth) implements Combination {
        @Override
        public Truth test(PropertyValues message) {
            return truth;
        }
    }

    /** A property alone: its value is a string and thereby not true. */
    record Alone(Operand.Property property) implements Combination {
        @Override
        public Truth test(PropertyValues message) {
            return message.has(property.index()) ? Truth.FALSE : Truth.UNKNOWN;
        }
    }

    /** IS NULL. */
    record IsNull(Expression inner) implements Combination {
        @Override
        public Truth test(PropertyValues message) {
            if (inner instanceof Operand.Property property) {
                return Truth.of(!message.has(property.index()));
            }
            Object value = inner.value(message);
            return value == Truth.FAILED ? Truth.FAILED : Truth.of(value == null);
        }
    }
}
