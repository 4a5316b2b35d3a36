package io.ferrymq.broker.filter;

/** What is true, false or unknown for a message (spec: broker 9.3). */
sealed interface Condition extends Expression permits Combination, Comparison, TextCondition {
    Truth test(PropertyValues message);

    @Override
    default Object value(PropertyValues message) {
        return test(message).asValue();
    }
}
