package io.ferrymq.acl.common;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signatures in Base64. */
public final class AclSigner {
    public static final Charset DEFAULT_CHARSET = StandardCharsets.UTF_8;
    public static final SigningAlgorithm DEFAULT_ALGORITHM = SigningAlgorithm.HmacSHA1;

    private AclSigner() {}

    public static String calSignature(String data, String key) throws AclException {
        return calSignature(data, key, DEFAULT_ALGORITHM, DEFAULT_CHARSET);
    }

    public static String calSignature(String data, String key, SigningAlgorithm algorithm, Charset charset)
            throws AclException {
        return calSignature(data.getBytes(charset), key, algorithm, charset);
    }

    public static String calSignature(byte[] data, String key) throws AclException {
        return calSignature(data, key, DEFAULT_ALGORITHM, DEFAULT_CHARSET);
    }

    /** @throws AclException when the key cannot be used */
    public static String calSignature(byte[] data, String key, SigningAlgorithm algorithm, Charset charset)
            throws AclException {
        try {
            Mac mac = Mac.getInstance(algorithm.name());
            mac.init(new SecretKeySpec(key.getBytes(charset), algorithm.name()));
            return Base64.getEncoder().encodeToString(mac.doFinal(data));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new AclException("nothing can be signed with this secret key and " + algorithm, e);
        }
    }
}
