package io.ferrymq.broker;

import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.consume.ConsumingHalf;
import io.ferrymq.common.Clock;
import java.nio.file.Path;

/**
 * A broker that runs. Embeddable: with {@code listenPort=0} it takes free ports. What it is made of stands in {@link BrokerAssembly}.
 */
public final class Broker implements AutoCloseable {
    private final BrokerIdentity identity;
    private final int fastPort;
    private final ConsumingHalf consuming;
    private final CloseStack running;

    Broker(BrokerIdentity identity, int fastPort, ConsumingHalf consuming, CloseStack running) {
        this.identity = identity;
        this.fastPort = fastPort;
        this.consuming = consuming;
        this.running = running;
    }

    /** Starts a broker whose settings came from nowhere that could keep a change. */
    public static Broker start(BrokerConfig config) {
        return start(config, null);
    }

    /**
     * Starts a broker. When this returns, it takes messages and every nameserver that is up knows it.
     *
     * @param configFile where changes of settings at run time are kept; null for nowhere
     * @throws BrokerStartException with one line that says why it cannot; nothing is left running then
     */
    public static Broker start(BrokerConfig config, Path configFile) {
        return new BrokerAssembly(config, configFile, Clock.system()).start();
    }

    /** {@code host:port} under which clients reach it. */
    public String address() {
        return identity.address();
    }

    public BrokerIdentity identity() {
        return identity;
    }

    /** The port where pulls are not served. */
    public int fastPort() {
        return fastPort;
    }

    /** How many pulls wait for a message now. */
    public int waitingPulls() {
        return consuming.waitingPulls().count();
    }

    /** Leaves the nameservers, ends its connections, and leaves its files as a clean stop does. */
    @Override
    public synchronized void close() {
        running.close();
    }
}
