package io.ferrymq.remoting.tls;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;

/**
 * A key and a certificate that vouches for itself: for tests, and for peers that trust anybody. The JDK has no public way to make one, and
 * the certificate is five fields.
 */
record SelfSigned(PrivateKey key, X509Certificate certificate) {
    private static final byte[] NO_UNUSED_BITS = {0};
    private static final byte[] VERSION_3 = {2};
    private static final int SERIAL_BITS = 63;

    static SelfSigned create() {
        try {
            SecureRandom random = new SecureRandom();
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"), random);
            KeyPair pair = generator.generateKeyPair();
            byte[] content = content(pair, random);
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(pair.getPrivate(), random);
            signature.update(content);
            byte[] certificate = Der.element(
                    Der.SEQUENCE,
                    content,
                    Der.element(Der.SEQUENCE, Der.ECDSA_SHA256_OID),
                    Der.element(Der.BIT_STRING, NO_UNUSED_BITS, signature.sign()));
            return new SelfSigned(pair.getPrivate(), (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(certificate)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a test certificate cannot be made on this JVM", e);
        }
    }

    private static byte[] content(KeyPair pair, SecureRandom random) {
        byte[] name = name("ferrymq-test");
        return Der.element(
                Der.SEQUENCE,
                Der.element(Der.CONTEXT_0, Der.element(Der.INTEGER, VERSION_3)),
                Der.element(Der.INTEGER, new BigInteger(SERIAL_BITS, random).toByteArray()),
                Der.element(Der.SEQUENCE, Der.ECDSA_SHA256_OID),
                name,
                // Whatever the clock says: nobody trusts this certificate for its dates.
                Der.element(Der.SEQUENCE, time("000101000000Z"), time("491231235959Z")),
                name,
                pair.getPublic().getEncoded());
    }

    private static byte[] name(String commonName) {
        byte[] text = Der.element(Der.UTF8_STRING, commonName.getBytes(StandardCharsets.UTF_8));
        return Der.element(Der.SEQUENCE, Der.element(Der.SET, Der.element(Der.SEQUENCE, Der.COMMON_NAME_OID, text)));
    }

    private static byte[] time(String utc) {
        return Der.element(Der.UTC_TIME, utc.getBytes(StandardCharsets.US_ASCII));
    }
}
