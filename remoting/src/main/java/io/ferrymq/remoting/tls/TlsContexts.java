package io.ferrymq.remoting.tls;

import io.ferrymq.common.config.ConfigException;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLException;

/** Contexts from settings. Files are read here; what cannot be used is named with its key. */
public final class TlsContexts {
    private TlsContexts() {}

    /**
     * The context of a server. A configured certificate counts before test mode.
     *
     * @throws ConfigException when a file cannot be used
     */
    public static SslContext server(TlsSettings settings) {
        TlsMaterial files = settings.server();
        try {
            SslContextBuilder builder;
            if (files.hasCertificate()) {
                builder = SslContextBuilder.forServer(
                        certificates("tls.server.certPath", files.certPath()),
                        key("tls.server.", files),
                        files.keyPassword());
            } else {
                SelfSigned self = SelfSigned.create();
                builder = SslContextBuilder.forServer(self.key(), self.certificate());
            }
            builder.sslProvider(SslProvider.JDK).clientAuth(settings.clientAuth());
            if (files.trustCertPath() != null) {
                builder.trustManager(certificates("tls.server.trustCertPath", files.trustCertPath()));
            } else if (settings.testMode()) {
                builder.trustManager(InsecureTrustManagerFactory.INSTANCE);
            }
            return builder.build();
        } catch (SSLException | IllegalArgumentException e) {
            throw unusable("tls.server.certPath, tls.server.keyPath, tls.server.keyPassword", files, e);
        }
    }

    /**
     * The context of a client.
     *
     * @throws ConfigException when a file cannot be used
     */
    public static SslContext client(TlsSettings settings) {
        TlsMaterial files = settings.client();
        try {
            SslContextBuilder builder = SslContextBuilder.forClient().sslProvider(SslProvider.JDK);
            if (!settings.authServer()) {
                builder.trustManager(InsecureTrustManagerFactory.INSTANCE);
            } else if (files.trustCertPath() != null) {
                builder.trustManager(certificates("tls.client.trustCertPath", files.trustCertPath()));
            }
            if (files.hasCertificate()) {
                builder.keyManager(
                        certificates("tls.client.certPath", files.certPath()),
                        key("tls.client.", files),
                        files.keyPassword());
            }
            // Brokers are known by the addresses they register, which certificates do not hold; RocketMQ checks no
            // names either.
            return builder.endpointIdentificationAlgorithm(null).build();
        } catch (SSLException | IllegalArgumentException e) {
            throw unusable("tls.client.certPath, tls.client.keyPath, tls.client.keyPassword", files, e);
        }
    }

    private static InputStream key(String prefix, TlsMaterial files) {
        if (files.keyPath() == null) {
            throw new ConfigException(List.of(prefix + "keyPath is missing: " + prefix + "certPath is set"));
        }
        return new ByteArrayInputStream(PemKey.pkcs8(prefix + "keyPath", files.keyPath()));
    }

    private static InputStream certificates(String setting, String file) {
        try {
            return new ByteArrayInputStream(Files.readAllBytes(Path.of(file)));
        } catch (IOException e) {
            throw new ConfigException(List.of(setting + ": " + file + " cannot be read: " + e));
        }
    }

    private static ConfigException unusable(String settings, TlsMaterial files, Exception cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        ConfigException problem =
                new ConfigException(List.of(settings + ": " + files + " cannot be used: " + root.getMessage()));
        problem.initCause(cause);
        return problem;
    }
}
