package io.ferrymq.broker.filter;

/**
 * A group's filter of a topic that the broker remembers.
 *
 * @param filter null when the expression is none any more, as one of another version's file
 */
record RegisteredFilter(FilterData data, SqlFilter filter) {
    RegisteredFilter with(FilterData changed) {
        return new RegisteredFilter(changed, filter);
    }
}
