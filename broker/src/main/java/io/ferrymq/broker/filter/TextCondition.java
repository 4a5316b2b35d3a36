package io.ferrymq.broker.filter;

import java.util.List;

/** Conditions on the text of a value. */
sealed interface TextCondition extends Condition {
    /** A property that equals a string. */
    record Is(Operand.Property property, Utf8 wanted, Truth missing) implements TextCondition {
        @Override
        public Truth test(PropertyValues message) {
            return message.has(property.index()) ? Truth.of(message.equals(property.index(), wanted.bytes())) : missing;
        }
    }

    /** IN. */
    record In(Operand.Property property, List<Utf8> wanted, boolean negated) implements TextCondition {
        public In {
            wanted = List.copyOf(wanted);
        }

        @Override
        public Truth test(PropertyValues message) {
            if (!message.has(property.index())) {
                return Truth.UNKNOWN;
            }
            for (int i = 0; i < wanted.size(); i++) {
                if (message.equals(property.index(), wanted.get(i).bytes())) {
                    return Truth.of(!negated);
                }
            }
            return Truth.of(negated);
        }
    }

    /** Where a piece of text is looked for. */
    enum Place {
        CONTAINS,
        STARTSWITH,
        ENDSWITH
    }

    /** CONTAINS, STARTSWITH, ENDSWITH: what is no text is false, negated or not, and so is an empty piece. */
    record Has(Expression inner, Place place, String piece, boolean negated) implements TextCondition {
        @Override
        public Truth test(PropertyValues message) {
            if (piece.isEmpty()) {
                return Truth.FALSE;
            }
            Object value = inner.value(message);
            if (value == Truth.FAILED) {
                return Truth.FAILED;
            }
            return value instanceof String text ? Truth.of(isIn(text) != negated) : Truth.FALSE;
        }

        private boolean isIn(String text) {
            return switch (place) {
                case CONTAINS -> text.contains(piece);
                case STARTSWITH -> text.startsWith(piece);
                case ENDSWITH -> text.endsWith(piece);
            };
        }
    }
}
