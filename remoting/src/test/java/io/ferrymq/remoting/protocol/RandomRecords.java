package io.ferrymq.remoting.protocol;

import io.ferrymq.common.message.MessageQueue;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

/** Makes records with random components, nested ones too, from a seed. */
public final class RandomRecords {
    private static final String[] STRINGS = {
        " ", "T1", "*", "TagA || TagB", "ä€𝄞", "a\u0001b\u0002", "\"}{\\", "0", "null", "%RETRY%g"
    };

    private static final Set<String> REQUIRED = Set.of("clientID", "groupName", "topic", "consumerGroup", "clientId");

    private final Random random;

    private final Predicate<RecordComponent> nullable;

    /** @param nullable which components may be null */
    public RandomRecords(long seed, Predicate<RecordComponent> nullable) {
        this.random = new Random(seed);
        this.nullable = nullable;
    }

    /** Records of other modules may insist on their components; those of this one take what a peer sends. */
    static RandomRecords ofPeers(long seed) {
        return new RandomRecords(
                seed,
                component -> component.getDeclaringRecord().getName().startsWith("io.ferrymq.remoting")
                        && !REQUIRED.contains(component.getName()));
    }

    public <T> T record(Class<T> type) {
        try {
            RecordComponent[] components = type.getRecordComponents();
            Constructor<T> constructor = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            Object[] values = new Object[components.length];
            for (int i = 0; i < values.length; i++) {
                boolean absent = !components[i].getType().isPrimitive()
                        && nullable.test(components[i])
                        && random.nextInt(6) == 0;
                values[i] = absent ? null : value(components[i].getGenericType());
            }
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("cannot make " + type, e);
        }
    }

    private Object value(Type type) {
        if (type instanceof ParameterizedType generic) {
            return collection((Class<?>) generic.getRawType(), generic.getActualTypeArguments());
        }
        Class<?> plain = (Class<?>) type;
        if (plain.isRecord()) {
            return record(plain);
        }
        if (plain.isEnum()) {
            return plain.getEnumConstants()[random.nextInt(plain.getEnumConstants().length)];
        }
        if (plain == MessageQueue.class) {
            return new MessageQueue(string(), string(), random.nextInt(16));
        }
        return scalar(plain);
    }

    private Object scalar(Class<?> type) {
        if (type == String.class || type == Object.class) {
            return string();
        } else if (type == int.class || type == Integer.class) {
            return random.nextInt(4) == 0 ? Integer.MAX_VALUE : random.nextInt(1000);
        } else if (type == long.class || type == Long.class) {
            return random.nextInt(4) == 0 ? Long.MAX_VALUE : random.nextInt(1000);
        } else if (type == double.class) {
            return random.nextInt(4) == 0 ? 0.0 : random.nextDouble() * 1e6;
        } else if (type == boolean.class || type == Boolean.class) {
            return random.nextBoolean();
        }
        if (type == byte[].class) {
            return string().getBytes(StandardCharsets.UTF_8);
        }
        throw new AssertionError("no values of " + type);
    }

    private String string() {
        return STRINGS[random.nextInt(STRINGS.length)];
    }

    private Object collection(Class<?> raw, Type[] of) {
        int size = random.nextInt(4);
        if (raw == Map.class) {
            Map<Object, Object> map = new LinkedHashMap<>();
            for (int i = 0; i < size; i++) {
                map.put(value(of[0]), value(of[1]));
            }
            return map;
        }
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            list.add(value(of[0]));
        }
        return raw == List.class ? list : new LinkedHashSet<>(list);
    }
}
