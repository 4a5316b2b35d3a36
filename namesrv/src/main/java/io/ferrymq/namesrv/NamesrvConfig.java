package io.ferrymq.namesrv;

import io.ferrymq.common.config.Config;
import io.ferrymq.common.config.ConfigException;
import java.nio.file.Path;
import java.util.Map;

/** The settings a nameserver starts with. */
public record NamesrvConfig(Config config) {
    public static NamesrvConfig defaults() {
        return new NamesrvConfig(NamesrvKeys.schema().defaults());
    }

    /**
     * Reads a properties file.
     *
     * @throws ConfigException with one line for each unknown key or bad value
     */
    public static NamesrvConfig parse(Path file) {
        return new NamesrvConfig(NamesrvKeys.schema().parse(file));
    }

    /** For a nameserver inside another process, as tests have it: a free port of this machine alone, files in one directory. */
    public static NamesrvConfig embedded(Path directory) {
        return defaults()
                .with(Map.of(
                        NamesrvKeys.BIND_ADDRESS.name(),
                        "127.0.0.1",
                        NamesrvKeys.LISTEN_PORT.name(),
                        "0",
                        NamesrvKeys.KV_CONFIG_PATH.name(),
                        directory.resolve("kvConfig.json").toString(),
                        NamesrvKeys.CONFIG_STORE_PATH.name(),
                        directory.resolve("namesrv.properties").toString()));
    }

    /** These settings with others on top. */
    public NamesrvConfig with(Map<String, String> settings) {
        return new NamesrvConfig(config.override("", settings));
    }
}
