package io.ferrymq.broker.filter;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Makes filters of SQL92 expressions. The latest results are kept, failures too, because the same few expressions come with every heartbeat and
 * with each pull of some consumers.
 */
public final class FilterCompiler {
    /** Longer expressions are refused. */
    static final int EXPRESSION_MAX_CHARS = 65_536;

    /** So many results are kept (spec: broker 9.2), */
    static final int KEPT_MAX = 100;

    /** and no more than so many characters, because a result's size follows that of its expression. */
    static final int KEPT_MAX_CHARS = 1 << 20;

    private static final int CAPACITY = 256;
    private static final float LOAD_FACTOR = 0.75f;

    private final Map<String, FilterResult> kept = new LinkedHashMap<>(CAPACITY, LOAD_FACTOR, true);
    private int keptChars;

    public FilterResult compile(String expression) {
        if (expression == null || expression.isBlank()) {
            return new FilterResult.Rejected("the SQL92 expression is empty");
        }
        if (expression.length() > EXPRESSION_MAX_CHARS) {
            return new FilterResult.Rejected("the SQL92 expression has " + expression.length()
                    + " characters, the limit is " + EXPRESSION_MAX_CHARS);
        }
        FilterResult known = find(expression);
        return known != null ? known : keep(expression, compileAnew(expression));
    }

    private static FilterResult compileAnew(String expression) {
        try {
            return new FilterResult.Compiled(new SqlFilter(expression, SqlParser.parse(expression)));
        } catch (FilterSyntaxException e) {
            return new FilterResult.Rejected("SQL92 expression, " + e.getMessage());
        }
    }

    private synchronized FilterResult find(String expression) {
        return kept.get(expression);
    }

    private synchronized FilterResult keep(String expression, FilterResult result) {
        if (kept.put(expression, result) == null) {
            keptChars += expression.length();
        }
        Iterator<String> eldest = kept.keySet().iterator();
        while (kept.size() > KEPT_MAX || keptChars > KEPT_MAX_CHARS) {
            keptChars -= eldest.next().length();
            eldest.remove();
        }
        return result;
    }

    synchronized int keptCount() {
        return kept.size();
    }
}
