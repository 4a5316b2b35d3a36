package io.ferrymq.broker.replication;

import io.ferrymq.common.net.HostAndPort;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;

/** Connects to a port for slaves and says there what a test tells it to. */
final class RawSlave implements AutoCloseable {
    private static final int TIMEOUT_MS = 20_000;

    private final Socket socket = new Socket();
    private final DataInputStream in;
    private final DataOutputStream out;

    /** @param address {@code host:port} */
    RawSlave(String address) throws IOException {
        HostAndPort target = HostAndPort.parse(address);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MS);
        socket.connect(new InetSocketAddress(target.host(), target.port()), TIMEOUT_MS);
        in = new DataInputStream(socket.getInputStream());
        out = new DataOutputStream(socket.getOutputStream());
    }

    /** What a master sent at once. */
    record Frame(long address, byte[] body) {
        long end() {
            return address + body.length;
        }
    }

    void report(long logEnd) throws IOException {
        out.writeLong(logEnd);
    }

    void write(byte[] anything) throws IOException {
        out.write(anything);
    }

    Frame read() throws IOException {
        long address = in.readLong();
        return new Frame(address, in.readNBytes(in.readInt()));
    }

    /** The log from one address to another. */
    byte[] readUpTo(long from, long to) throws IOException {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        while (from + log.size() < to) {
            Frame frame = read();
            if (frame.address() != from + log.size()) {
                throw new IOException("frame at " + frame.address() + " after " + (from + log.size()));
            }
            log.writeBytes(frame.body());
        }
        return log.toByteArray();
    }

    /** Reads on until the connection ends; whether it did. */
    boolean isClosed() throws IOException {
        try {
            in.transferTo(OutputStream.nullOutputStream());
            return true;
        } catch (SocketException e) {
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
