package io.ferrymq.common.config;

import java.util.List;

/** Settings that cannot be used: one line for each cause, fit to be printed as they are before the process ends. */
public final class ConfigException extends RuntimeException {
    private final List<String> problems;

    public ConfigException(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    public List<String> problems() {
        return problems;
    }
}
