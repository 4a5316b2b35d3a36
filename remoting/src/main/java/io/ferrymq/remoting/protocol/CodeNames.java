package io.ferrymq.remoting.protocol;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;

/** Number to name, taken from the {@code int} constants of a class, so that no name is written twice. */
final class CodeNames {
    private final Map<Integer, String> nameByCode;

    private CodeNames(Map<Integer, String> nameByCode) {
        this.nameByCode = Map.copyOf(nameByCode);
    }

    static CodeNames of(Class<?> constants) {
        Map<Integer, String> names = new HashMap<>();
        for (Field field : constants.getDeclaredFields()) {
            if (field.getType() == int.class && Modifier.isPublic(field.getModifiers())) {
                String twin = names.put(valueOf(field), field.getName());
                if (twin != null) {
                    throw new IllegalStateException(twin + " and " + field.getName() + " have the same number");
                }
            }
        }
        return new CodeNames(names);
    }

    String nameOf(int code, String prefixOfUnknown) {
        String name = nameByCode.get(code);
        return name != null ? name : prefixOfUnknown + code;
    }

    private static int valueOf(Field constant) {
        try {
            return constant.getInt(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot read " + constant, e);
        }
    }
}
