package io.ferrymq.broker.client;

import io.ferrymq.remoting.Connection;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.protocol.LanguageCode;
import java.util.concurrent.atomic.AtomicBoolean;

/** One client behind one connection, known since its first heartbeat there. */
public final class ClientLink {
    private final Connection connection;
    private final String clientId;
    private final LanguageCode language;
    private final int version;
    private final AtomicBoolean watched = new AtomicBoolean();
    private final long firstSeenMs;
    private volatile long lastSeenMs;
    private final LastBeat lastBeat = new LastBeat();
    private volatile String findings;

    ClientLink(Connection connection, String clientId, LanguageCode language, int version, long nowMs) {
        this.connection = connection;
        this.clientId = clientId;
        this.language = language;
        this.version = version;
        this.firstSeenMs = nowMs;
        this.lastSeenMs = nowMs;
    }

    static ClientLink of(RequestContext context, String clientId, long nowMs) {
        return new ClientLink(context.connection(), clientId, context.language(), context.version(), nowMs);
    }

    /** True the first time. */
    boolean startWatching() {
        return watched.compareAndSet(false, true);
    }

    void seen(long nowMs) {
        lastSeenMs = nowMs;
    }

    LastBeat lastBeat() {
        return lastBeat;
    }

    /** Whether both have spoken since the later of them came: neither is the other's connection of before. */
    boolean speaksBeside(ClientLink other) {
        long bothHereMs = Math.max(firstSeenMs, other.firstSeenMs);
        return lastSeenMs >= bothHereMs && other.lastSeenMs >= bothHereMs && connection.isActive();
    }

    /** Takes what the client is told of its groups; whether that is news. */
    boolean tell(String newest) {
        boolean news = newest != null && !newest.equals(findings);
        findings = newest;
        return news;
    }

    public Connection connection() {
        return connection;
    }

    public String clientId() {
        return clientId;
    }

    public LanguageCode language() {
        return language;
    }

    /** The client's protocol version. */
    public int version() {
        return version;
    }

    /** When its last heartbeat came. */
    public long lastSeenMs() {
        return lastSeenMs;
    }

    /** As administrators see it. */
    io.ferrymq.remoting.protocol.body.Connection toBody() {
        return new io.ferrymq.remoting.protocol.body.Connection(clientId, connection.remoteText(), language, version);
    }

    @Override
    public String toString() {
        return clientId + " at " + connection.remoteText();
    }
}
