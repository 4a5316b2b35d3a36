package io.ferrymq.namesrv;

import io.ferrymq.common.Clock;
import io.ferrymq.namesrv.kv.KvStore;
import io.ferrymq.namesrv.route.BrokerMember;
import io.ferrymq.namesrv.route.RouteLog;
import io.ferrymq.namesrv.route.RouteLoop;
import io.ferrymq.namesrv.route.RouteState;
import io.ferrymq.namesrv.route.RouteTable;
import io.ferrymq.namesrv.route.Sessions;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.IoThreads;
import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.RemotingServer;
import io.ferrymq.remoting.RemotingSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A nameserver, put together here by hand. Queries are answered on the event loops from the current route table; everything that changes
 * the table runs on one thread, what writes a file on another.
 */
public final class NameServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NameServer.class);
    private static final int FILE_QUEUE_MAX = 1_000;

    private final LiveConfig config;
    private final Clock clock;
    private final IoThreads threads;
    private final RemotingClient client;
    private final RouteLoop loop;
    private final RouteLoop files;
    private final RouteState routes;
    private final Sessions sessions;
    private final RemotingServer server;
    private final InetSocketAddress address;

    private NameServer(NamesrvConfig settings, Clock clock) throws IOException {
        this.config = new LiveConfig(settings.config());
        this.clock = clock;
        KvStore kv = KvStore.open(Path.of(config.get(NamesrvKeys.KV_CONFIG_PATH)));
        RemotingSettings remoting = RemotingSettings.defaults()
                .withIdleMaxMs(TimeUnit.SECONDS.toMillis(config.get(NamesrvKeys.IDLE_SECONDS)));
        this.threads = new IoThreads("namesrv-io", config.get(NamesrvKeys.SELECTOR_THREADS));
        this.client = new RemotingClient(threads, remoting, HandlerTable.empty());
        this.loop = new RouteLoop("namesrv-route", config.get(NamesrvKeys.QUEUE_CAPACITY));
        this.files = new RouteLoop("namesrv-files", FILE_QUEUE_MAX);
        this.routes = new RouteState(List.of(new RouteLog(), new MinBrokerIdNotifier(config, client)));
        this.sessions = new Sessions(loop, routes);
        this.server = new RemotingServer(threads, remoting, () -> {}, connection -> {});
        try {
            this.address = listen(new NamesrvHandlers(routes, config, kv, clock).table(loop, sessions, files));
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Starts a nameserver, which serves when this returns.
     *
     * @throws IOException when its port cannot be had; the text names port and key
     */
    public static NameServer start(NamesrvConfig config) throws IOException {
        return start(config, Clock.system());
    }

    static NameServer start(NamesrvConfig config, Clock clock) throws IOException {
        NameServer nameServer = new NameServer(config, clock);
        config.config().notServedWarning().ifPresent(LOG::warn);
        config.config().warnings().forEach(LOG::warn);
        nameServer.watchBrokers();
        LOG.info("nameserver listens on {}", nameServer.address);
        return nameServer;
    }

    private InetSocketAddress listen(HandlerTable handlers) throws IOException {
        String host = config.get(NamesrvKeys.BIND_ADDRESS);
        int port = config.get(NamesrvKeys.LISTEN_PORT);
        InetSocketAddress wanted = new InetSocketAddress(host, port);
        if (wanted.isUnresolved()) {
            throw new IOException("nameserver: host name '" + host + "' (key bindAddress) is unknown");
        }
        try {
            return server.listen(wanted, handlers);
        } catch (IOException e) {
            throw new IOException(
                    "nameserver port " + port + " (key listenPort) on " + host + " (key bindAddress): "
                            + e.getMessage(),
                    e);
        }
    }

    private void watchBrokers() {
        long scanMs = config.get(NamesrvKeys.SCAN_INTERVAL_MS);
        loop.every(scanMs, scanMs, this::dropSilentBrokers);
    }

    private void dropSilentBrokers() {
        long nowMs = clock.nowMs();
        RouteTable table = routes.table();
        List<BrokerMember> silent = table.expired(nowMs);
        if (!silent.isEmpty()) {
            routes.replace(table.expire(nowMs), "silent for longer than its limit");
            silent.forEach(member -> sessions.close(member.session()));
        }
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return address;
    }

    /** {@code host:port} for clients of this machine. */
    public String addressText() {
        String host = address.getAddress().isAnyLocalAddress()
                ? "127.0.0.1"
                : address.getAddress().getHostAddress();
        return (host.indexOf(':') >= 0 ? '[' + host + ']' : host) + ':' + address.getPort();
    }

    @Override
    public void close() {
        server.close();
        client.close();
        files.close();
        loop.close();
        threads.close();
    }
}
