package io.ferrymq.distribution.interop;

import io.ferrymq.client.trace.TraceContext;
import java.lang.reflect.Method;
import java.util.List;

/** The published client's writer and reader of traces. */
final class PeerEncoder {
    private static final String CLIENT = "org.apache.rocketmq.client.";

    private final ClassLoader loader;
    private final Class<?> encoder;

    PeerEncoder(ClassLoader loader) throws ReflectiveOperationException {
        this.loader = loader;
        encoder = loader.loadClass(CLIENT + "trace.TraceDataEncoder");
    }

    /** What the published client writes of the same trace. */
    String encode(TraceContext ours) throws ReflectiveOperationException {
        Object context = copy(ours, CLIENT + "trace.TraceContext");
        Object bean = copy(ours.getTraceBeans().get(0), CLIENT + "trace.TraceBean");
        context.getClass().getMethod("setTraceBeans", List.class).invoke(context, List.of(bean));
        Object transfer =
                encoder.getMethod("encoderFromContextBean", context.getClass()).invoke(null, context);
        return (String) transfer.getClass().getMethod("getTransData").invoke(transfer);
    }

    /** How many traces the published client reads. */
    int decode(String text) throws ReflectiveOperationException {
        return ((List<?>) encoder.getMethod("decoderFromTraceDataString", String.class)
                        .invoke(null, text))
                .size();
    }

    private Object copy(Object ours, String name) throws ReflectiveOperationException {
        Class<?> type = loader.loadClass(name);
        Object theirs = type.getConstructor().newInstance();
        for (Method setter : type.getMethods()) {
            if (!setter.getName().startsWith("set") || setter.getParameterCount() != 1) {
                continue;
            }
            String property = setter.getName().substring(3);
            Class<?> kind = setter.getParameterTypes()[0];
            String getter = (kind == boolean.class ? "is" : "get") + property;
            Object value = ours.getClass().getMethod(getter).invoke(ours);
            if (value instanceof Enum<?> constant) {
                setter.invoke(theirs, enumConstant(kind, constant.name()));
            } else if (value != null && kind != List.class) {
                setter.invoke(theirs, value);
            }
        }
        return theirs;
    }

    private static Object enumConstant(Class<?> type, String name) throws ReflectiveOperationException {
        return type.getMethod("valueOf", String.class).invoke(null, name);
    }
}
