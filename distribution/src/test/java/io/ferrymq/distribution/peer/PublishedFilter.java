package io.ferrymq.distribution.peer;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;

/** The published SQL92 filter of a version, called as its broker calls it. */
final class PublishedFilter implements AutoCloseable {
    private final ClassLoader loader;
    private final Class<?> contextType;
    private final Method parse;
    private final Method evaluate;

    PublishedFilter(String version) throws ReflectiveOperationException {
        loader = PeerJars.server(version);
        String base = "org.apache.rocketmq.filter.";
        contextType = loader.loadClass(base + "expression.EvaluationContext");
        parse = loader.loadClass(base + "parser.SelectorParser").getMethod("parse", String.class);
        evaluate = loader.loadClass(base + "expression.Expression").getMethod("evaluate", contextType);
    }

    /** The parsed expression, null when it is refused. */
    Object parse(String expression) throws IllegalAccessException {
        try {
            return parse.invoke(null, expression);
        } catch (InvocationTargetException e) {
            return null;
        }
    }

    /** Whether a message with these properties would be delivered. */
    boolean matches(Object parsed, Map<String, String> properties) throws IllegalAccessException {
        Object context = Proxy.newProxyInstance(
                loader,
                new Class<?>[] {contextType},
                (proxy, method, arguments) ->
                        method.getName().equals("get") ? properties.get((String) arguments[0]) : properties);
        try {
            return Boolean.TRUE.equals(evaluate.invoke(parsed, context));
        } catch (InvocationTargetException e) {
            return false;
        }
    }

    @Override
    public void close() {
        // The loader stays, as all of peers' do.
    }
}
