package io.ferrymq.acl.common;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Properties;
import org.slf4j.LoggerFactory;

/** The keys of an account. */
public class SessionCredentials {
    public static final Charset CHARSET = StandardCharsets.UTF_8;
    public static final String ACCESS_KEY = "AccessKey";
    public static final String SECRET_KEY = "SecretKey";
    public static final String SIGNATURE = "Signature";
    public static final String SECURITY_TOKEN = "SecurityToken";
    /** Where the keys are when nobody gives them. */
    public static final String KEY_FILE = System.getProperty(
            "rocketmq.client.keyFile",
            Path.of(System.getProperty("user.home"), "key").toString());

    private String accessKey;
    private String secretKey;
    private String securityToken;
    private String signature;

    /** The keys in {@link #KEY_FILE}, if it is there. */
    public SessionCredentials() {
        Path file = Path.of(KEY_FILE);
        if (!Files.isReadable(file)) {
            return;
        }
        Properties keys = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            keys.load(reader);
        } catch (IOException e) {
            LoggerFactory.getLogger(SessionCredentials.class).warn("the keys in {} cannot be read", file, e);
        }
        updateContent(keys);
    }

    public SessionCredentials(String accessKey, String secretKey) {
        this.accessKey = accessKey;
        this.secretKey = secretKey;
    }

    public SessionCredentials(String accessKey, String secretKey, String securityToken) {
        this(accessKey, secretKey);
        this.securityToken = securityToken;
    }

    /** Takes over what is named {@code AccessKey}, {@code SecretKey} and {@code SecurityToken}. */
    public void updateContent(Properties properties) {
        accessKey = trimmed(properties, ACCESS_KEY, accessKey);
        secretKey = trimmed(properties, SECRET_KEY, secretKey);
        securityToken = trimmed(properties, SECURITY_TOKEN, securityToken);
    }

    private static String trimmed(Properties properties, String key, String otherwise) {
        String value = properties.getProperty(key);
        return value == null ? otherwise : value.trim();
    }

    public String getAccessKey() {
        return accessKey;
    }

    public void setAccessKey(String accessKey) {
        this.accessKey = accessKey;
    }

    public String getSecretKey() {
        return secretKey;
    }

    public void setSecretKey(String secretKey) {
        this.secretKey = secretKey;
    }

    public String getSecurityToken() {
        return securityToken;
    }

    public void setSecurityToken(String securityToken) {
        this.securityToken = securityToken;
    }

    public String getSignature() {
        return signature;
    }

    public void setSignature(String signature) {
        this.signature = signature;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SessionCredentials that
                && Objects.equals(accessKey, that.accessKey)
                && Objects.equals(secretKey, that.secretKey)
                && Objects.equals(securityToken, that.securityToken)
                && Objects.equals(signature, that.signature);
    }

    @Override
    public int hashCode() {
        return Objects.hash(accessKey, secretKey, securityToken, signature);
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "SessionCredentials [accessKey=" + accessKey + "]";
    }
}
