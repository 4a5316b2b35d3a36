package io.ferrymq.broker.replication;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Accepts slaves and sends them what a test tells it to. */
final class RawMaster implements AutoCloseable {
    private static final int TIMEOUT_MS = 20_000;

    private final ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private Socket slave;
    private DataInputStream in;
    private DataOutputStream out;

    RawMaster() throws IOException {
        server.setSoTimeout(TIMEOUT_MS);
    }

    String address() {
        return "127.0.0.1:" + server.getLocalPort();
    }

    /** Waits for a slave and returns its first report. */
    long accept() throws IOException {
        slave = server.accept();
        slave.setSoTimeout(TIMEOUT_MS);
        in = new DataInputStream(slave.getInputStream());
        out = new DataOutputStream(slave.getOutputStream());
        return in.readLong();
    }

    long readReport() throws IOException {
        return in.readLong();
    }

    /** Reads until the slave reports this end. */
    void awaitReport(long logEnd) throws IOException {
        while (in.readLong() != logEnd) {}
    }

    void send(long address, byte[] log, int from, int to) throws IOException {
        out.writeLong(address);
        out.writeInt(to - from);
        out.write(log, from, to - from);
    }

    void hangUp() throws IOException {
        slave.close();
    }

    @Override
    public void close() throws IOException {
        server.close();
        if (slave != null) {
            slave.close();
        }
    }
}
