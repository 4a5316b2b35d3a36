package io.ferrymq.remoting;

import io.ferrymq.common.config.ConfigException;
import io.ferrymq.remoting.tls.FollowingContext;
import io.ferrymq.remoting.tls.TlsContexts;
import io.ferrymq.remoting.tls.TlsMode;
import io.ferrymq.remoting.tls.TlsSettings;
import io.netty.handler.ssl.SslContext;
import java.util.List;

/**
 * A server's side of TLS. A configured certificate is read at start, so that a bad one is told then, and again when it changes; one for tests is made
 * when first needed.
 */
final class ServerTls {
    private final TlsSettings settings;
    private final FollowingContext configured;
    private volatile SslContext selfSigned;

    ServerTls(TlsSettings settings) {
        this.settings = settings;
        boolean certificate = settings.server().certPath() != null;
        if (settings.mode() == TlsMode.ENFORCING && !certificate && !settings.testMode()) {
            throw new ConfigException(List.of(
                    "tls.server.certPath is missing: tls.server.mode is enforcing and tls.test.mode.enable is false"));
        }
        this.configured = settings.mode() != TlsMode.DISABLED && certificate
                ? new FollowingContext(settings, System::nanoTime)
                : null;
    }

    /** Why a connection that begins with a handshake is closed, or null when it is served. */
    String refusalOfTls() {
        if (settings.mode() == TlsMode.DISABLED) {
            return "TLS is switched off (tls.server.mode)";
        }
        return configured != null || settings.testMode() ? null : "there is no certificate (tls.server.certPath)";
    }

    /** Why a plain connection is closed, or null when it is served. */
    String refusalOfPlain() {
        return settings.mode() == TlsMode.ENFORCING ? "only TLS is served (tls.server.mode)" : null;
    }

    SslContext context() {
        if (configured != null) {
            return configured.current();
        }
        SslContext made = selfSigned;
        return made == null ? makeContext() : made;
    }

    private synchronized SslContext makeContext() {
        if (selfSigned == null) {
            selfSigned = TlsContexts.server(settings);
        }
        return selfSigned;
    }
}
