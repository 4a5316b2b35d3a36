package io.ferrymq.remoting.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every body record, found on the class path so that none is forgotten. */
class AllBodiesTest {
    private static final Pattern QUEUE_KEY = Pattern.compile("\"(\\{(?:[^\"\\\\]|\\\\.)*\\})\":");

    static List<Class<?>> bodies() throws Exception {
        return Stream.of("body", "heartbeat", "route")
                .flatMap(AllBodiesTest::recordsOf)
                .toList();
    }

    @Test
    void shouldFindTheBodies() throws Exception {
        assertThat(bodies()).hasSizeGreaterThan(50);
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void shouldSurviveEncodingAndDecoding(Class<?> type) {
        for (int seed = 0; seed < 200; seed++) {
            Object body = new RandomRecords(seed).record(type);
            byte[] json = Json.encode(body);
            assertThat((Object) Json.decode(json, type))
                    .as("seed %d: %s", seed, text(json))
                    .isEqualTo(body);
        }
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void shouldReadTheFastjsonDialect(Class<?> type) {
        for (int seed = 0; seed < 200; seed++) {
            Object body = new RandomRecords(seed).record(type);
            byte[] legacy = withObjectKeys(text(Json.encodeLegacy(body))).getBytes(UTF_8);
            assertThat((Object) Json.decode(legacy, type))
                    .as("seed %d: %s", seed, text(legacy))
                    .isEqualTo(body);
        }
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void shouldReadAnEmptyObject(Class<?> type) {
        assertThat(Json.decode("{}".getBytes(UTF_8), type)).isNotNull();
    }

    /** What an official writer makes of a map whose keys are queues. */
    static String withObjectKeys(String strict) {
        return QUEUE_KEY
                .matcher(strict)
                .replaceAll(key -> Matcher.quoteReplacement(key.group(1).replaceAll("\\\\([\"\\\\])", "$1") + ":"));
    }

    private static Stream<Class<?>> recordsOf(String subPackage) {
        Path directory = Path.of(Json.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .resolve(Json.class.getPackageName().replace('.', '/'))
                .resolve(subPackage);
        try (Stream<Path> files = Files.list(directory)) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".class"))
                    .sorted()
                    .<Class<?>>map(file -> load(subPackage, file))
                    .filter(Class::isRecord)
                    .toList()
                    .stream();
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

    private static String text(byte[] json) {
        return new String(json, UTF_8);
    }
}
