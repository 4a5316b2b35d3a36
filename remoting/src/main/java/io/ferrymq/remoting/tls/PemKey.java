package io.ferrymq.remoting.tls;

import io.ferrymq.common.config.ConfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Private keys as openssl writes them: PKCS#8 passes as it is, encrypted too; the older PKCS#1 (RSA) and SEC 1 (EC) forms get the PKCS#8
 * envelope that the JVM wants around them (UP-188).
 */
final class PemKey {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----([^-]*)-----END \\1-----");
    private static final byte[] VERSION_0 = {0};

    private PemKey() {}

    /**
     * The file's key as PKCS#8 PEM.
     *
     * @throws ConfigException naming the setting and the file when it holds none of the known forms
     */
    static byte[] pkcs8(String setting, String file) {
        String text;
        try {
            text = new String(Files.readAllBytes(Path.of(file)), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new ConfigException(List.of(setting + ": " + file + " cannot be read: " + e));
        }
        Matcher block = BLOCK.matcher(text);
        if (!block.find()) {
            throw unusable(setting, file, "no private key in it", null);
        }
        String form = block.group(1);
        String body = block.group(2);
        try {
            return switch (form) {
                case "PRIVATE KEY", "ENCRYPTED PRIVATE KEY" ->
                    block.group().concat("\n").getBytes(StandardCharsets.US_ASCII);
                case "RSA PRIVATE KEY" -> envelope(Der.RSA, der(body));
                case "EC PRIVATE KEY" -> envelope(ecAlgorithm(der(body)), der(body));
                default -> throw new IllegalArgumentException("a key of form '" + form + "'");
            };
        } catch (IllegalArgumentException e) {
            throw unusable(setting, file, e.getMessage(), e);
        }
    }

    private static byte[] der(String base64) {
        if (base64.contains(":")) {
            throw new IllegalArgumentException("encrypted in the old way; 'openssl pkcs8 -topk8' turns it into PKCS#8");
        }
        return Base64.getMimeDecoder().decode(base64);
    }

    /** The curve stands in the key itself. */
    private static byte[] ecAlgorithm(byte[] key) {
        return Der.element(Der.SEQUENCE, Der.EC_KEY_OID, Der.childOf(key, Der.CONTEXT_0));
    }

    private static byte[] envelope(byte[] algorithm, byte[] key) {
        byte[] pkcs8 = Der.element(
                Der.SEQUENCE, Der.element(Der.INTEGER, VERSION_0), algorithm, Der.element(Der.OCTET_STRING, key));
        return ("-----BEGIN PRIVATE KEY-----\n" + Base64.getMimeEncoder().encodeToString(pkcs8)
                        + "\n-----END PRIVATE KEY-----\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static ConfigException unusable(String setting, String file, String why, Throwable cause) {
        ConfigException problem = new ConfigException(List.of(setting + ": " + file + " cannot be used: " + why
                + "; expected PEM with a PKCS#8, encrypted PKCS#8, PKCS#1 (RSA) or EC private key"));
        problem.initCause(cause);
        return problem;
    }
}
