package io.ferrymq.namesrv.route;

import java.util.List;

/** The route table in force. Read from any thread; changed on the {@link RouteLoop} alone. */
public final class RouteState {
    private final List<Listener> listeners;
    private volatile RouteTable table = RouteTable.EMPTY;

    /** Hears of each change, on the loop: must not block. */
    public interface Listener {
        /** @param why the change happened, for logs */
        void changed(RouteTable before, RouteTable after, String why);
    }

    public RouteState(List<Listener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    public RouteTable table() {
        return table;
    }

    public void replace(RouteTable next, String why) {
        RouteTable before = table;
        if (before != next) {
            table = next;
            listeners.forEach(listener -> listener.changed(before, next, why));
        }
    }
}
