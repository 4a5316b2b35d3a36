package io.ferrymq.remoting.tls;

/**
 * The files of one side, PEM. Null where nothing was configured.
 *
 * @param keyPath private key: PKCS#8 (also encrypted), PKCS#1 or EC
 * @param keyPassword of an encrypted key
 * @param certPath certificate, followed by those that lead to its root
 * @param trustCertPath roots that the peer's certificate must lead to
 */
public record TlsMaterial(String keyPath, String keyPassword, String certPath, String trustCertPath) {
    public static final TlsMaterial NONE = new TlsMaterial(null, null, null, null);

    boolean hasCertificate() {
        return certPath != null;
    }

    /** The password must not show up in a log. */
    @Override
    public String toString() {
        return "TlsMaterial[keyPath=" + keyPath + ", certPath=" + certPath + ", trustCertPath=" + trustCertPath + ']';
    }
}
