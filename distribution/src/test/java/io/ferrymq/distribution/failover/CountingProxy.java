package io.ferrymq.distribution.failover;

import io.ferrymq.remoting.codec.CommandHeader;
import io.ferrymq.remoting.codec.SerializeType;
import io.ferrymq.remoting.protocol.RequestCode;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A socket in front of a broker that notes each send that comes by, and cuts the line at some. */
final class CountingProxy implements AutoCloseable {
    private static final int HEADER_LENGTH_MASK = 0xFFFFFF;

    private final ServerSocket front = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
    private final Queue<Send> sends = new ConcurrentLinkedQueue<>();
    private final AtomicInteger cuts = new AtomicInteger();
    private final String host;
    private final int port;

    /** A send that came by, at a time of {@code System.nanoTime()}. */
    record Send(long nanos, int queueId) {}

    CountingProxy(String brokerAddress) throws IOException {
        host = brokerAddress.substring(0, brokerAddress.indexOf(':'));
        port = Integer.parseInt(brokerAddress.substring(brokerAddress.indexOf(':') + 1));
        run(this::accept);
    }

    String address() {
        return "127.0.0.1:" + front.getLocalPort();
    }

    List<Send> sends() {
        return List.copyOf(sends);
    }

    /** Does not hand on the next sends: each ends its connection. */
    void cut(int times) {
        cuts.set(times);
    }

    /** Work that ends when its socket does. */
    private interface Work {
        void run() throws IOException;
    }

    private static void run(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException closed) {
                        // The end of a connection, or of the proxy.
                        Thread.currentThread().interrupt();
                    }
                },
                "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = front.accept();
            Socket broker = new Socket(host, port);
            client.setTcpNoDelay(true);
            broker.setTcpNoDelay(true);
            open.add(client);
            open.add(broker);
            run(() -> forwardFrames(client, broker));
            run(() -> {
                try (broker;
                        client) {
                    broker.getInputStream().transferTo(client.getOutputStream());
                }
            });
        }
    }

    private void forwardFrames(Socket client, Socket broker) throws IOException {
        try (client;
                broker) {
            DataInputStream in = new DataInputStream(client.getInputStream());
            DataOutputStream out = new DataOutputStream(broker.getOutputStream());
            while (true) {
                byte[] frame = new byte[in.readInt()];
                in.readFully(frame);
                if (isSend(frame) && cuts.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    return;
                }
                byte[] whole = new byte[Integer.BYTES + frame.length];
                ByteBuffer.wrap(whole).putInt(frame.length).put(frame);
                out.write(whole);
            }
        }
    }

    private boolean isSend(byte[] frame) {
        int marker = ByteBuffer.wrap(frame).getInt();
        byte[] bytes = Arrays.copyOfRange(frame, Integer.BYTES, Integer.BYTES + (marker & HEADER_LENGTH_MASK));
        CommandHeader header = new CommandHeader();
        header.read(marker >>> 24 == 0 ? SerializeType.JSON : SerializeType.ROCKETMQ, bytes, bytes.length);
        if (header.code() != RequestCode.SEND_MESSAGE_V2) {
            return false;
        }
        String queueId = header.fields().toMap().get("e");
        sends.add(new Send(System.nanoTime(), queueId == null ? -1 : Integer.parseInt(queueId)));
        return true;
    }

    @Override
    public void close() throws IOException {
        front.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
