package io.ferrymq.broker;

import io.ferrymq.broker.config.BrokerConfig;
import java.nio.file.Path;

/** A broker, put together by hand: this is the table of contents of the module. Embeddable: with {@code listenPort=0} it takes free ports. */
@SuppressWarnings({"DoNotCallSuggester", "UnusedMethod"})
public final class Broker implements AutoCloseable {
    private final BrokerIdentity identity;

    private Broker(BrokerIdentity identity) {
        this.identity = identity;
    }

    /** Starts a broker whose settings came from nowhere that could keep a change. */
    public static Broker start(BrokerConfig config) {
        return start(config, null);
    }

    /**
     * Starts a broker. When this returns, it takes messages.
     *
     * @param configFile where changes of settings at run time are kept; null for nowhere
     */
    public static Broker start(BrokerConfig config, Path configFile) {
        throw new IllegalStateException(
                "the broker of " + config.settings().toMap().get("brokerName") + " is being built");
    }

    /** {@code host:port} under which clients reach it. */
    public String address() {
        return identity.address();
    }

    @Override
    public void close() {}
}
