package io.ferrymq.remoting.protocol;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The records of a package below the protocol's, found on the class path so that no test forgets one. */
public final class RecordsIn {
    private RecordsIn() {}

    public static List<Class<?>> subPackage(String name) {
        Path directory = Path.of(Json.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .resolve(Json.class.getPackageName().replace('.', '/'))
                .resolve(name);
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".class"))
                    .sorted()
                    .<Class<?>>map(file -> load(name, file))
                    .filter(Class::isRecord)
                    .toList();
        } catch (IOException e) {
            throw new AssertionError("cannot list " + directory, e);
        }
    }

    private static Class<?> load(String subPackage, String file) {
        try {
            return Class.forName(Json.class.getPackageName() + "." + subPackage + "."
                    + file.substring(0, file.length() - ".class".length()));
        } catch (ClassNotFoundException e) {
            throw new LinkageError("cannot load " + file, e);
        }
    }
}
