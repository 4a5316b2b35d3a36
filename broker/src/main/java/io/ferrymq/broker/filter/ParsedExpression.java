package io.ferrymq.broker.filter;

import java.util.List;

/**
 * An expression, read.
 *
 * @param properties the names it depends on; their places are the indexes of its properties
 */
record ParsedExpression(Condition condition, List<String> properties) {}
