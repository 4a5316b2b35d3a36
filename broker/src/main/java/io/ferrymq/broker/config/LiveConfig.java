package io.ferrymq.broker.config;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The settings in force now. A reader takes {@link #current} once for each request; a change replaces all of them at once. */
public final class LiveConfig {
    private final List<Consumer<BrokerConfig>> listeners = new CopyOnWriteArrayList<>();
    private volatile BrokerConfig current;

    public LiveConfig(BrokerConfig initial) {
        this.current = initial;
    }

    public BrokerConfig current() {
        return current;
    }

    /** Told of the new settings after each change, on the thread that made it. */
    public void onChange(Consumer<BrokerConfig> listener) {
        listeners.add(listener);
    }

    void replace(BrokerConfig changed) {
        current = changed;
        listeners.forEach(listener -> listener.accept(changed));
    }
}
