package io.ferrymq.broker.filter;

import io.ferrymq.common.Clock;
import java.nio.file.Path;

/** What filtering by expressions needs, made before the store is opened. */
public record FilterTools(FilterCompiler compiler, FilterRegistry registry) {
    public static FilterTools open(Path configDir, Bloom bloom, Clock clock) {
        FilterCompiler compiler = new FilterCompiler();
        return new FilterTools(compiler, FilterRegistry.open(configDir, bloom, compiler, clock));
    }
}
