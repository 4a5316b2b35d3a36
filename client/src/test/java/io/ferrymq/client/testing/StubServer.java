package io.ferrymq.client.testing;

import io.ferrymq.common.net.HostAndPort;
import io.ferrymq.remoting.Connection;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.IoThreads;
import io.ferrymq.remoting.RemotingServer;
import io.ferrymq.remoting.RemotingSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server on a free loopback port that may be stopped and started again on the same port. */
public final class StubServer implements AutoCloseable {
    private final IoThreads threads = new IoThreads("stub", 1);
    private final HandlerTable table;
    private final List<Connection> connections = new CopyOnWriteArrayList<>();
    private RemotingServer server;
    private final InetAddress host;
    private int port;

    public StubServer(HandlerTable table) {
        this(InetAddress.getLoopbackAddress(), table);
    }

    public StubServer(InetAddress host, HandlerTable table) {
        this.host = host;
        this.table = table;
        start();
    }

    public void start() {
        server = new RemotingServer(threads, RemotingSettings.defaults(), () -> {}, connection -> {
            connections.add(connection);
            connection.onClose(connections::remove);
        });
        try {
            port = server.listen(new InetSocketAddress(host, port), table).getPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void stop() {
        server.close();
    }

    public String address() {
        return HostAndPort.format(host.getHostAddress(), port);
    }

    /** Those open now. */
    public List<Connection> connections() {
        return connections;
    }

    @Override
    public void close() {
        server.close();
        threads.close();
    }
}
