package io.ferrymq.remoting.tls;

/** What a server does with the two kinds of connections (spec: remoting 1.8). */
public enum TlsMode {
    /** Plain connections only. */
    DISABLED,
    /** Both. */
    PERMISSIVE,
    /** TLS only. */
    ENFORCING
}
