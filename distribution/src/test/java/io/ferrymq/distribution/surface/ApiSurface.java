package io.ferrymq.distribution.surface;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;

/**
 * What application code can name of a class, one line each, in our package names: the type, its supertypes, public constructors, methods with
 * their checked exceptions, and fields, constants with their value.
 */
final class ApiSurface {
    private static final String THEIRS = "org.apache.rocketmq.";
    private static final String OURS = "io.ferrymq.";

    private ApiSurface() {}

    /** The public classes of the published jars: those of these packages, and these (all in our names). */
    static Set<Class<?>> published(URLClassLoader loader, Set<String> packages, Set<String> classes) {
        Set<String> names = new TreeSet<>();
        for (URL url : loader.getURLs()) {
            if (!url.getPath().contains("/rocketmq-") || !url.getPath().endsWith(".jar")) {
                continue;
            }
            try (JarFile jar = new JarFile(url.getPath())) {
                jar.stream()
                        .map(entry -> entry.getName())
                        .filter(name -> name.endsWith(".class"))
                        .map(name -> name.substring(0, name.length() - 6).replace('/', '.'))
                        .filter(name -> name.startsWith(THEIRS))
                        .filter(name -> packages.contains(packageOf(ours(name))) || classes.contains(ours(name)))
                        .forEach(names::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        Set<Class<?>> found = new LinkedHashSet<>();
        for (String name : names) {
            load(name, loader).filter(ApiSurface::isVisible).ifPresent(found::add);
        }
        return found;
    }

    private static String packageOf(String name) {
        return name.substring(0, name.lastIndexOf('.'));
    }

    private static boolean isVisible(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getDeclaringClass()) {
            if (!Modifier.isPublic(each.getModifiers())) {
                return false;
            }
        }
        return !type.isAnonymousClass() && !type.isLocalClass();
    }

    /** Our class of the same name, if there is one. */
    static Optional<Class<?>> ours(Class<?> theirs) {
        return load(ours(theirs.getName()), ApiSurface.class.getClassLoader()).filter(ApiSurface::isVisible);
    }

    private static Optional<Class<?>> load(String name, ClassLoader loader) {
        try {
            return Optional.of(Class.forName(name, false, loader));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    static String ours(String name) {
        return name.replace(THEIRS, OURS);
    }

    static String name(Class<?> type) {
        return ours(type.getTypeName());
    }

    /** What the class itself declares: what it inherits is told of where it comes from. */
    static Set<String> declared(Class<?> type) {
        Set<String> lines = new TreeSet<>();
        if (type.getSuperclass() != null) {
            add(lines, type, "is a " + name(type.getSuperclass()));
        }
        Arrays.stream(type.getInterfaces()).forEach(each -> add(lines, type, "is a " + name(each)));
        members(lines, type, type.getDeclaredConstructors(), type.getDeclaredMethods(), type.getDeclaredFields());
        return lines;
    }

    /** All that can be used through the class. */
    static Set<String> usable(Class<?> type) {
        Set<String> lines = new TreeSet<>();
        supertypes(lines, type, type);
        members(lines, type, type.getConstructors(), type.getMethods(), type.getFields());
        return lines;
    }

    private static void supertypes(Set<String> lines, Class<?> of, Class<?> from) {
        if (from.getSuperclass() != null) {
            add(lines, of, "is a " + name(from.getSuperclass()));
            supertypes(lines, of, from.getSuperclass());
        }
        for (Class<?> each : from.getInterfaces()) {
            add(lines, of, "is a " + name(each));
            supertypes(lines, of, each);
        }
    }

    private static void members(
            Set<String> lines, Class<?> type, Constructor<?>[] constructors, Method[] methods, Field[] fields) {
        for (Constructor<?> each : constructors) {
            // That of a class of static methods is there only because nobody took it away.
            boolean useful = each.getParameterCount() > 0 || !isToolbox(type);
            if (Modifier.isPublic(each.getModifiers()) && !each.isSynthetic() && useful) {
                add(lines, type, "new" + signature(each));
            }
        }
        for (Method each : methods) {
            if (Modifier.isPublic(each.getModifiers()) && !each.isSynthetic() && !isEveryones(each)) {
                String kind = Modifier.isStatic(each.getModifiers()) ? "static " : "";
                add(lines, type, kind + each.getName() + signature(each) + ": " + name(each.getReturnType()));
            }
        }
        for (Field each : fields) {
            if (Modifier.isPublic(each.getModifiers()) && !each.isSynthetic()) {
                add(lines, type, "field " + each.getName() + ": " + name(each.getType()) + value(each));
            }
        }
    }

    private static boolean isToolbox(Class<?> type) {
        return type.getSuperclass() == Object.class
                && type.getInterfaces().length == 0
                && Arrays.stream(type.getDeclaredMethods()).allMatch(each -> Modifier.isStatic(each.getModifiers()));
    }

    private static void add(Set<String> lines, Class<?> type, String what) {
        lines.add(name(type) + " " + what);
    }

    private static boolean isEveryones(Method method) {
        return Arrays.stream(Object.class.getMethods())
                .anyMatch(each -> each.getName().equals(method.getName())
                        && Arrays.equals(each.getParameterTypes(), method.getParameterTypes()));
    }

    private static String signature(Executable executable) {
        String arguments = Arrays.stream(executable.getParameterTypes())
                .map(ApiSurface::name)
                .collect(Collectors.joining(", ", "(", ")"));
        String thrown = Arrays.stream(executable.getExceptionTypes())
                .filter(each -> !RuntimeException.class.isAssignableFrom(each))
                .map(ApiSurface::name)
                .sorted()
                .collect(Collectors.joining(", "));
        return arguments + (thrown.isEmpty() ? "" : " throws " + thrown);
    }

    private static String value(Field field) {
        boolean constant = Modifier.isStatic(field.getModifiers())
                && Modifier.isFinal(field.getModifiers())
                && (field.getType().isPrimitive() || field.getType() == String.class);
        if (!constant) {
            return "";
        }
        try {
            return " = " + field.get(null);
        } catch (IllegalAccessException | LinkageError e) {
            return "";
        }
    }
}
