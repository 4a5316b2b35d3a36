package io.ferrymq.broker.filter;

import io.ferrymq.common.message.PropertyFinder;
import io.ferrymq.store.EntryFilter;
import java.nio.ByteBuffer;

/** Lets those messages through for which an expression is true. Its parse is kept as is, so that one object serves all threads. */
public final class SqlFilter implements EntryFilter {
    private static final ThreadLocal<PropertyValues> VALUES = ThreadLocal.withInitial(PropertyValues::new);

    private final String expression;
    private final Condition condition;
    private final PropertyFinder wanted;

    SqlFilter(String expression, ParsedExpression parsed) {
        this.expression = expression;
        this.condition = parsed.condition();
        this.wanted = new PropertyFinder(parsed.properties());
    }

    /** The text it was made of. */
    public String expression() {
        return expression;
    }

    /** Tags say nothing of an expression. */
    @Override
    public boolean matchesTagsCode(long tagsCode) {
        return true;
    }

    @Override
    public boolean wantsProperties() {
        return true;
    }

    @Override
    public boolean matchesProperties(ByteBuffer properties) {
        PropertyValues values = VALUES.get();
        values.read(properties, wanted);
        return condition.test(values) == Truth.TRUE;
    }

    @Override
    public String toString() {
        return expression;
    }
}
