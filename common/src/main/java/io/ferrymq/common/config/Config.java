package io.ferrymq.common.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The settings of a process at one moment. Immutable: an update is a new one, checked as a whole before anything uses it. */
public final class Config {
    private final ConfigSchema schema;
    private final Map<String, Object> values;
    private final Map<String, String> notServed;
    private final List<String> warnings;

    Config(ConfigSchema schema, Map<String, Object> values, Map<String, String> notServed, List<String> warnings) {
        this.schema = schema;
        this.values = Map.copyOf(values);
        this.notServed = new TreeMap<>(notServed);
        this.warnings = List.copyOf(warnings);
    }

    Config plus(Map<String, Object> moreValues, Map<String, String> moreNotServed, List<String> moreWarnings) {
        Map<String, Object> allValues = new HashMap<>(values);
        allValues.putAll(moreValues);
        Map<String, String> allNotServed = new TreeMap<>(notServed);
        allNotServed.putAll(moreNotServed);
        List<String> allWarnings = new ArrayList<>(warnings);
        allWarnings.addAll(moreWarnings);
        return new Config(schema, allValues, allNotServed, allWarnings);
    }

    /** The value of a setting, its default when it was not given. */
    public <T> T get(ConfigKey<T> key) {
        ConfigKey<?> declared = schema.key(key.name());
        if (declared == null) {
            throw new IllegalArgumentException("setting '" + key.name() + "' is not in this schema");
        }
        @SuppressWarnings("unchecked") // under a key's name stands only what that key parsed
        T value = (T) values.get(key.name());
        return value == null ? key.defaultValue() : value;
    }

    /** Whether the setting was given, as opposed to taken from its default. */
    public boolean isSet(ConfigKey<?> key) {
        return values.containsKey(key.name());
    }

    public ConfigSchema schema() {
        return schema;
    }

    /** Settings that were given but are not served, with their values. */
    public Map<String, String> notServed() {
        return Map.copyOf(notServed);
    }

    /** The one line that names all settings without effect; empty when there are none. */
    public Optional<String> notServedWarning() {
        return notServed.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "these settings are known but have no effect here: " + String.join(", ", notServed.keySet()));
    }

    /** What is odd but no reason to stop, such as a key given twice; one line each. */
    public List<String> warnings() {
        return warnings;
    }

    /**
     * Settings from the command line on top of these, before the process starts.
     *
     * @param where stands in front of each error, such as {@code "command line: "}
     */
    public Config override(String where, Map<String, String> settings) {
        return schema.apply(this, where, settings);
    }

    /**
     * A change at run time. Everything is checked before anything is applied.
     *
     * @throws ConfigException with one line for each unknown key or bad value; nothing is changed then
     */
    public Update with(Map<String, String> settings) {
        Config changed = schema.apply(this, "", settings);
        List<String> now = new ArrayList<>();
        List<String> afterRestart = new ArrayList<>();
        List<String> without = new ArrayList<>();
        for (String name : new TreeMap<>(settings).keySet()) {
            ConfigKey<?> key = schema.key(name.trim());
            if (key == null) {
                without.add(name.trim());
            } else if (key.isDynamic() || get(key).equals(changed.get(key))) {
                now.add(key.name());
            } else {
                afterRestart.add(key.name());
            }
        }
        return new Update(changed, now, afterRestart, without);
    }

    /**
     * The settings after a change and what becomes of each changed one.
     *
     * @param effectiveNow keys in force at once
     * @param afterRestart keys in force after a restart
     * @param withoutEffect keys that are known but not served
     */
    public record Update(
            Config config, List<String> effectiveNow, List<String> afterRestart, List<String> withoutEffect) {
        public Update {
            effectiveNow = List.copyOf(effectiveNow);
            afterRestart = List.copyOf(afterRestart);
            withoutEffect = List.copyOf(withoutEffect);
        }
    }

    /** Every setting in force by name, sorted. */
    public Map<String, String> toMap() {
        Map<String, String> map = new TreeMap<>();
        for (ConfigKey<?> key : schema.keys()) {
            map.put(key.name(), key.format(get(key)));
        }
        return map;
    }

    /** Every setting in force as properties text, sorted by key. */
    public String dump() {
        StringBuilder text = new StringBuilder();
        toMap().forEach((name, value) ->
                text.append(PropertiesText.format(name, value)).append('\n'));
        return text.toString();
    }
}
