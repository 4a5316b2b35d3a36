package io.ferrymq.remoting.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.common.config.ConfigException;
import io.netty.handler.ssl.SslContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.AlgorithmParameters;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsFilesTest {
    private static final byte[] P256 = Der.bytes(0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07);

    @TempDir
    Path directory;

    private SelfSigned self;
    private Path certificate;

    @BeforeEach
    void writeCertificate() throws Exception {
        self = SelfSigned.create();
        certificate = pem("cert.pem", "CERTIFICATE", self.certificate().getEncoded());
    }

    private Path pem(String name, String type, byte[] der) throws Exception {
        return Files.write(
                directory.resolve(name),
                List.of(
                        "some text before",
                        "-----BEGIN " + type + "-----",
                        Base64.getMimeEncoder().encodeToString(der),
                        "-----END " + type + "-----"));
    }

    private TlsSettings settings(Path key, String password) {
        return TlsSettings.parse(Map.of(
                "tls.server.certPath", certificate.toString(),
                "tls.server.keyPath", key.toString(),
                "tls.server.keyPassword", password,
                "tls.server.trustCertPath", certificate.toString()));
    }

    @Test
    void shouldMakeACertificateThatVerifies() throws Exception {
        assertThatCode(() -> self.certificate().verify(self.certificate().getPublicKey()))
                .doesNotThrowAnyException();
        self.certificate().checkValidity();
        assertThat(self.certificate().getSubjectX500Principal().getName()).isEqualTo("CN=ferrymq-test");
    }

    @Test
    @DisplayName("UP-188: RSA keys as 'openssl genrsa' wrote them load")
    void up188_shouldWrapPkcs1() throws Exception {
        PrivateKey rsa = KeyPairGenerator.getInstance("RSA").generateKeyPair().getPrivate();
        byte[] pkcs1 = Der.childOf(rsa.getEncoded(), Der.OCTET_STRING);
        Path file = pem("rsa.pem", "RSA PRIVATE KEY", pkcs1);
        String wrapped = new String(PemKey.pkcs8("key", file.toString()), StandardCharsets.US_ASCII);
        String body = wrapped.replaceAll("-----[A-Z ]+-----", "");
        assertThat(Base64.getMimeDecoder().decode(body)).isEqualTo(rsa.getEncoded());
    }

    @Test
    @DisplayName("UP-188: EC keys as 'openssl ecparam -genkey' writes them load")
    void up188_shouldWrapEcKeys() throws Exception {
        byte[] inner = Der.childOf(self.key().getEncoded(), Der.OCTET_STRING);
        byte[] sec1 = Der.element(
                Der.SEQUENCE,
                Der.element(Der.INTEGER, new byte[] {1}),
                Der.element(Der.OCTET_STRING, Der.childOf(inner, Der.OCTET_STRING)),
                Der.element(Der.CONTEXT_0, P256));
        Path file = pem("ec.pem", "EC PRIVATE KEY", sec1);
        assertThat(TlsContexts.server(settings(file, "")).isServer()).isTrue();
    }

    @Test
    @DisplayName("UP-188: PKCS#8 keys load, encrypted ones with their password")
    void up188_shouldReadPkcs8() throws Exception {
        Path plain = pem("plain.pem", "PRIVATE KEY", self.key().getEncoded());
        assertThat(TlsContexts.server(settings(plain, "")).isServer()).isTrue();
        Path encrypted =
                pem("encrypted.pem", "ENCRYPTED PRIVATE KEY", encrypt(self.key().getEncoded(), "secret"));
        assertThat(TlsContexts.server(settings(encrypted, "secret")).isServer()).isTrue();
        assertThatThrownBy(() -> TlsContexts.server(settings(encrypted, "wrong")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("tls.server.keyPassword")
                .hasMessageNotContaining("wrong");
    }

    @Test
    void shouldFollowFilesThatAreReplacedAndKeepWhatWorks() throws Exception {
        AtomicLong nowNanos = new AtomicLong();
        Path key = pem("key.pem", "PRIVATE KEY", self.key().getEncoded());
        FollowingContext following = new FollowingContext(settings(key, ""), nowNanos::get);
        SslContext first = following.current();
        nowNanos.addAndGet(FollowingContext.LOOK_INTERVAL_NANOS);
        assertThat(following.current()).as("nothing has changed").isSameAs(first);

        SelfSigned renewed = SelfSigned.create();
        replace("cert.pem", "CERTIFICATE", renewed.certificate().getEncoded());
        assertThat(following.current()).as("looked at a moment ago").isSameAs(first);
        nowNanos.addAndGet(FollowingContext.LOOK_INTERVAL_NANOS);
        assertThat(following.current()).as("the key may still come").isSameAs(first);
        replace("key.pem", "PRIVATE KEY", renewed.key().getEncoded());
        nowNanos.addAndGet(FollowingContext.LOOK_INTERVAL_NANOS);
        assertThat(following.current()).as("changed just now").isSameAs(first);
        nowNanos.addAndGet(FollowingContext.LOOK_INTERVAL_NANOS);
        SslContext second = following.current();
        assertThat(second).isNotSameAs(first);

        replace("key.pem", "NONSENSE", new byte[100]);
        for (int i = 0; i < 3; i++) {
            nowNanos.addAndGet(FollowingContext.LOOK_INTERVAL_NANOS);
            assertThat(following.current()).as("better than none").isSameAs(second);
        }
    }

    /** As renewal programs do: a new file under the old name. */
    private void replace(String name, String type, byte[] der) throws Exception {
        Files.move(pem(name + ".new", type, der), directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }

    private static byte[] encrypt(byte[] pkcs8, String password) throws Exception {
        String algorithm = "PBEWithSHA1AndDESede";
        Cipher cipher = Cipher.getInstance(algorithm);
        cipher.init(
                Cipher.ENCRYPT_MODE,
                SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec(password.toCharArray())));
        AlgorithmParameters parameters = cipher.getParameters();
        return new EncryptedPrivateKeyInfo(parameters, cipher.doFinal(pkcs8)).getEncoded();
    }

    @Test
    void shouldNameKeyFileAndFormsWhenAFileCannotBeUsed() throws Exception {
        Path old = Files.write(
                directory.resolve("old.pem"),
                List.of(
                        "-----BEGIN RSA PRIVATE KEY-----",
                        "Proc: 4,ENCRYPTED",
                        "AAAA",
                        "-----END RSA PRIVATE KEY-----"));
        Path cut = pem("cut.pem", "EC PRIVATE KEY", new byte[] {0x30, 0x10, 2});
        Path none = Files.writeString(directory.resolve("none.pem"), "nothing");
        for (Path file : new Path[] {old, cut, none, certificate}) {
            assertThatThrownBy(() -> TlsContexts.server(settings(file, "")))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("tls.server.keyPath")
                    .hasMessageContaining(file.getFileName().toString())
                    .hasMessageContaining("PKCS#8");
        }
        assertThatThrownBy(() -> TlsContexts.server(settings(directory.resolve("missing"), "")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("missing");
    }

    @Test
    void shouldReadSettingsAndNameBadOnes() {
        TlsSettings defaults = TlsSettings.defaults();
        assertThat(defaults.mode()).isEqualTo(TlsMode.PERMISSIVE);
        assertThat(defaults.testMode()).isTrue();
        assertThat(defaults.clientEnabled()).isFalse();
        assertThatThrownBy(() -> TlsSettings.parse(Map.of("tls.server.mode", "strict")))
                .hasMessage("tls.server.mode: found 'strict', allowed: [disabled, permissive, enforcing]");
        assertThatThrownBy(() -> TlsSettings.parse(Map.of("tls.enable", "yes"))).hasMessageContaining("tls.enable");
        assertThat(TlsSettings.parse(Map.of("tls.server.keyPassword", "secret")).toString())
                .doesNotContain("secret");
    }
}
