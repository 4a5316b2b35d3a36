package io.ferrymq.remoting.codec;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Locale;

/**
 * The codec of any header record: a component's name is the field's name. Primitive and plain {@code String} components are required;
 * boxed ones and those marked {@link Optional} are null when the field is absent (spec: remoting 1.7).
 */
public final class RecordCodec<H> implements HeaderCodec<H> {
    private static final ClassValue<RecordCodec<?>> CODECS = new ClassValue<>() {
        @Override
        protected RecordCodec<?> computeValue(Class<?> type) {
            return new RecordCodec<>(type);
        }
    };

    private final String command;
    private final Component[] components;
    private final MethodHandle constructor;

    private record Component(FieldName name, Class<?> type, boolean optional, MethodHandle accessor) {}

    private RecordCodec(Class<H> type) {
        if (!type.isRecord()) {
            throw new IllegalArgumentException(type + " is not a record");
        }
        RecordComponent[] declared = type.getRecordComponents();
        Class<?>[] types = Arrays.stream(declared).map(RecordComponent::getType).toArray(Class<?>[]::new);
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        command = type.getSimpleName();
        components = new Component[declared.length];
        try {
            for (int i = 0; i < declared.length; i++) {
                MethodHandle accessor = lookup.unreflect(declared[i].getAccessor())
                        .asType(MethodType.methodType(Object.class, Object.class));
                boolean optional = declared[i].isAnnotationPresent(Optional.class)
                        || isBoxed(types[i])
                        || types[i] == byte[].class;
                components[i] = new Component(FieldName.of(fieldName(declared[i])), types[i], optional, accessor);
            }
            constructor = lookup.findConstructor(type, MethodType.methodType(void.class, types))
                    .asSpreader(Object[].class, types.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(type + " is not a public record", e);
        }
    }

    /** The codec of a record class, made once per class. */
    @SuppressWarnings("unchecked")
    public static <H> RecordCodec<H> of(Class<H> type) {
        return (RecordCodec<H>) CODECS.get(type);
    }

    @Override
    @SuppressWarnings("unchecked")
    public H decode(HeaderFields fields) {
        Object[] values = new Object[components.length];
        fields.rewind();
        while (fields.next()) {
            for (int i = 0; i < components.length; i++) {
                if (fields.is(components[i].name())) {
                    values[i] = value(components[i], fields);
                    break;
                }
            }
        }
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null && !components[i].optional()) {
                throw HeaderException.missing(components[i].name().toString(), command);
            }
        }
        try {
            return (H) constructor.invokeExact(values);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(command, e);
        }
    }

    @Override
    public void encode(H header, FieldWriter out) {
        for (Component component : components) {
            Object value;
            try {
                value = component.accessor().invokeExact((Object) header);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(command, e);
            }
            if (value instanceof Integer || value instanceof Long) {
                out.put(component.name(), ((Number) value).longValue());
            } else if (value instanceof Boolean flag) {
                out.put(component.name(), flag.booleanValue());
            } else if (value instanceof byte[] utf8) {
                out.put(component.name(), utf8);
            } else if (value != null) {
                out.put(component.name(), value instanceof Enum<?> constant ? constant.name() : value.toString());
            }
        }
    }

    private static String fieldName(RecordComponent component) {
        ExtName renamed = component.getAnnotation(ExtName.class);
        return renamed == null ? component.getName() : renamed.value();
    }

    private static Object value(Component component, HeaderFields fields) {
        Class<?> type = component.type();
        if (type == String.class) {
            return fields.stringValue();
        } else if (type == int.class || type == Integer.class) {
            return fields.intValue();
        } else if (type == long.class || type == Long.class) {
            return fields.longValue();
        } else if (type == boolean.class || type == Boolean.class) {
            return fields.booleanValue();
        } else if (type == byte[].class) {
            return fields.bytesValue();
        } else if (type.isEnum()) {
            return constant(type, fields);
        }
        throw new IllegalStateException("no header field can be of " + type);
    }

    private static Object constant(Class<?> type, HeaderFields fields) {
        String wanted = fields.stringValue().toUpperCase(Locale.ROOT);
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(wanted)) {
                return constant;
            }
        }
        throw HeaderException.notA(
                "one of " + Arrays.toString(type.getEnumConstants()), fields.name(), fields.stringValue());
    }

    private static boolean isBoxed(Class<?> type) {
        return type == Integer.class || type == Long.class || type == Boolean.class;
    }
}
