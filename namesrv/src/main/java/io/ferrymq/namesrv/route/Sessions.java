package io.ferrymq.namesrv.route;

import io.ferrymq.remoting.Connection;
import io.netty.util.AttributeKey;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers for the connections over which brokers register, rising with time. When such a connection ends, what registered over it is
 * removed, and nothing else. Route loop only.
 */
public final class Sessions {
    private static final AttributeKey<Long> SESSION = AttributeKey.valueOf(Sessions.class, "session");

    private final RouteLoop loop;
    private final RouteState state;
    private final Map<Long, Connection> open = new HashMap<>();
    private long last;

    public Sessions(RouteLoop loop, RouteState state) {
        this.loop = loop;
        this.state = state;
    }

    /** The connection's number; from now on its end counts. */
    public long of(Connection connection) {
        long known = ifKnown(connection);
        if (known != 0) {
            return known;
        }
        long session = ++last;
        connection.attribute(SESSION, session);
        open.put(session, connection);
        connection.onClose(closed -> loop.post(() -> ended(session)));
        return session;
    }

    /** The connection's number, or 0 when nothing registered over it. */
    public long ifKnown(Connection connection) {
        Long known = connection.attribute(SESSION);
        return known == null ? 0 : known;
    }

    private void ended(long session) {
        open.remove(session);
        state.replace(state.table().connectionEnded(session), "its connection ended");
    }

    /** A silent broker's connection: nothing more is expected of it. */
    public void close(long session) {
        Connection connection = open.get(session);
        if (connection != null) {
            connection.close();
        }
    }
}
