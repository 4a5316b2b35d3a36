package io.ferrymq.remoting.tls;

import io.ferrymq.common.config.ConfigException;
import io.ferrymq.common.config.PropertiesText;
import io.netty.handler.ssl.ClientAuth;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How connections are protected (spec: remoting 1.8).
 *
 * @param mode what a server accepts
 * @param clientEnabled whether connections that are made here use TLS
 * @param testMode whether a server without certificate makes one of its own for those that trust anybody
 * @param clientAuth whether clients must show a certificate
 * @param authServer whether the server's certificate is checked by connections that are made here
 */
public record TlsSettings(
        TlsMode mode,
        boolean clientEnabled,
        boolean testMode,
        ClientAuth clientAuth,
        boolean authServer,
        TlsMaterial server,
        TlsMaterial client) {
    private static final String FILE_KEY = "tls.config.file";
    private static final String FILE_DEFAULT = "/etc/rocketmq/tls.properties";

    private static final List<String> KEYS = List.of(
            "tls.enable",
            "tls.server.mode",
            "tls.test.mode.enable",
            "tls.server.need.client.auth",
            "tls.server.keyPath",
            "tls.server.keyPassword",
            "tls.server.certPath",
            "tls.server.authClient",
            "tls.server.trustCertPath",
            "tls.client.keyPath",
            "tls.client.keyPassword",
            "tls.client.certPath",
            "tls.client.authServer",
            "tls.client.trustCertPath");

    /** Plain connections are served, TLS ones too with a certificate of the process itself. */
    public static TlsSettings defaults() {
        return parse(Map.of());
    }

    /**
     * The JVM's properties, and on top of them the file that {@code tls.config.file} names.
     *
     * @throws ConfigException naming key and value when one cannot be used
     */
    public static TlsSettings load() {
        Map<String, String> settings = new HashMap<>();
        for (String key : KEYS) {
            String value = System.getProperty(key);
            if (value != null) {
                settings.put(key, value);
            }
        }
        String file = System.getProperty(FILE_KEY);
        Path path = Path.of(file == null ? FILE_DEFAULT : file);
        if (Files.exists(path)) {
            settings.putAll(read(path));
        } else if (file != null) {
            throw new ConfigException(List.of(FILE_KEY + ": found '" + file + "', which does not exist"));
        }
        return parse(settings);
    }

    private static Map<String, String> read(Path path) {
        try {
            return PropertiesText.parse(new String(Files.readAllBytes(path), StandardCharsets.UTF_8))
                    .toMap();
        } catch (IOException e) {
            throw new ConfigException(List.of(FILE_KEY + ": " + path + " cannot be read: " + e));
        }
    }

    /** @throws ConfigException naming key and value when one cannot be used */
    public static TlsSettings parse(Map<String, String> settings) {
        boolean authClient = flag(settings, "tls.server.authClient", false);
        ClientAuth auth = constant(settings, "tls.server.need.client.auth", ClientAuth.NONE);
        return new TlsSettings(
                constant(settings, "tls.server.mode", TlsMode.PERMISSIVE),
                flag(settings, "tls.enable", false),
                flag(settings, "tls.test.mode.enable", true),
                authClient && auth == ClientAuth.NONE ? ClientAuth.REQUIRE : auth,
                flag(settings, "tls.client.authServer", false),
                material(settings, "tls.server."),
                material(settings, "tls.client."));
    }

    /** The same for a client that says for itself whether it uses TLS. */
    public TlsSettings withClientEnabled(boolean enabled) {
        return new TlsSettings(mode, enabled, testMode, clientAuth, authServer, server, client);
    }

    private static TlsMaterial material(Map<String, String> settings, String prefix) {
        return new TlsMaterial(
                text(settings, prefix + "keyPath"),
                text(settings, prefix + "keyPassword"),
                text(settings, prefix + "certPath"),
                text(settings, prefix + "trustCertPath"));
    }

    private static String text(Map<String, String> settings, String key) {
        String value = settings.get(key);
        return value == null || value.isBlank() ? null : value.trim();
    }

    private static boolean flag(Map<String, String> settings, String key, boolean otherwise) {
        String value = text(settings, key);
        if (value == null) {
            return otherwise;
        }
        if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
            throw new ConfigException(List.of(key + ": found '" + value + "', allowed: true or false"));
        }
        return Boolean.parseBoolean(value);
    }

    private static <E extends Enum<E>> E constant(Map<String, String> settings, String key, E otherwise) {
        String value = text(settings, key);
        if (value == null) {
            return otherwise;
        }
        E[] constants = otherwise.getDeclaringClass().getEnumConstants();
        return Arrays.stream(constants)
                .filter(each -> each.name().equalsIgnoreCase(value))
                .findFirst()
                .orElseThrow(() -> new ConfigException(List.of(key + ": found '" + value + "', allowed: "
                        + Arrays.toString(constants).toLowerCase(Locale.ROOT))));
    }
}
