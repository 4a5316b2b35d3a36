package io.ferrymq.common.config;

import io.ferrymq.common.config.ConfigKey.BadValueException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All settings of one process, and the names that RocketMQ knows but this process does not serve. A file with one of the
 * latter still starts the process, so that configuration can move both ways; a name that exists nowhere does not.
 */
public final class ConfigSchema {
    private final Map<String, ConfigKey<?>> keys;
    private final Map<String, ConfigKey<?>> byAnyName;
    private final Set<String> knownButNotServed;

    public ConfigSchema(Collection<ConfigKey<?>> keys, Set<String> knownButNotServed) {
        Map<String, ConfigKey<?>> sorted = new TreeMap<>();
        Map<String, ConfigKey<?>> named = new HashMap<>();
        for (ConfigKey<?> key : keys) {
            sorted.put(key.name(), key);
            putOnce(named, key.name(), key);
            key.aliases().forEach(alias -> putOnce(named, alias, key));
        }
        this.keys = sorted;
        this.byAnyName = Map.copyOf(named);
        this.knownButNotServed = Set.copyOf(knownButNotServed);
    }

    private static void putOnce(Map<String, ConfigKey<?>> named, String name, ConfigKey<?> key) {
        if (named.putIfAbsent(name, key) != null) {
            throw new IllegalArgumentException("setting '" + name + "' is declared twice");
        }
    }

    /** All keys, sorted by name. */
    public Collection<ConfigKey<?>> keys() {
        return keys.values();
    }

    /** The key with this name or alias, or null. */
    public ConfigKey<?> key(String name) {
        return byAnyName.get(name);
    }

    public Config defaults() {
        return new Config(this, Map.of(), Map.of(), List.of());
    }

    /**
     * Reads a properties file.
     *
     * @throws ConfigException with one line for each unknown key or bad value
     */
    public Config parse(Path file) {
        try {
            return parse(file.toString(), new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            throw new ConfigException(List.of(file + ": there is no such file (" + file.toAbsolutePath() + ")"));
        } catch (IOException e) {
            throw new ConfigException(List.of(file + ": cannot be read: " + e.getMessage()));
        }
    }

    /** Reads the text of a properties file; the name stands in front of each error. */
    public Config parse(String fileName, String text) {
        Reading reading = new Reading();
        Map<String, PropertiesText.Entry> seen = new HashMap<>();
        for (PropertiesText.Entry entry : PropertiesText.parse(text).entries()) {
            String where = fileName + ":" + entry.firstLine() + ": ";
            PropertiesText.Entry earlier = seen.put(entry.key(), entry);
            if (earlier != null && !earlier.value().equals(entry.value())) {
                reading.warnings.add(where + "key '" + entry.key() + "' was already set in line " + earlier.firstLine()
                        + " to '" + earlier.value() + "'; '" + entry.value() + "' counts");
            }
            reading.take(where, entry.key(), entry.value());
        }
        return reading.config(defaults());
    }

    /** Takes settings from somewhere else than a file (command line, run-time update) on top of others. */
    Config apply(Config base, String where, Map<String, String> settings) {
        Reading reading = new Reading();
        settings.forEach((key, value) -> reading.take(where, key.trim(), value.trim()));
        return reading.config(base);
    }

    private final class Reading {
        final Map<String, Object> values = new LinkedHashMap<>();
        final Map<String, String> notServed = new TreeMap<>();
        final List<String> warnings = new ArrayList<>();
        final List<String> problems = new ArrayList<>();

        void take(String where, String name, String text) {
            ConfigKey<?> key = byAnyName.get(name);
            if (key == null) {
                if (knownButNotServed.contains(name)) {
                    notServed.put(name, text);
                } else {
                    problems.add(where + unknown(name));
                }
                return;
            }
            try {
                values.put(key.name(), key.parse(text));
            } catch (BadValueException e) {
                problems.add(where + e.getMessage());
            }
        }

        Config config(Config base) {
            if (!problems.isEmpty()) {
                throw new ConfigException(problems);
            }
            return base.plus(values, notServed, warnings);
        }
    }

    private String unknown(String name) {
        Set<String> candidates = new TreeSet<>(byAnyName.keySet());
        candidates.addAll(knownButNotServed);
        String nearest = NearestName.find(name, candidates);
        return "unknown key '" + name + "'" + (nearest == null ? "" : ", did you mean '" + nearest + "'?");
    }
}
