package io.ferrymq.common.config;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;

/** The keys that RocketMQ's broker, store, name server and network settings know, of all versions we stand in for. */
public final class KnownRocketMqKeys {
    private static final String RESOURCE = "rocketmq-keys.txt";

    private KnownRocketMqKeys() {}

    /** All names; read anew at each call, which start-up does once. */
    public static Set<String> all() {
        try (InputStream in = KnownRocketMqKeys.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("resource " + RESOURCE + " is missing from the jar");
            }
            BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            return reader.lines().filter(line -> !line.isBlank()).collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
