package io.ferrymq.distribution.failover;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A socket in front of a broker that notes when each send comes by. */
final class CountingProxy implements AutoCloseable {
    private static final String SEND_CODE = "\"code\":310,";
    private static final int HEADER_LENGTH_MASK = 0xFFFFFF;

    private final ServerSocket front = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
    private final Queue<Long> sendsAtNanos = new ConcurrentLinkedQueue<>();
    private final String host;
    private final int port;

    CountingProxy(String brokerAddress) throws IOException {
        host = brokerAddress.substring(0, brokerAddress.indexOf(':'));
        port = Integer.parseInt(brokerAddress.substring(brokerAddress.indexOf(':') + 1));
        run(this::accept);
    }

    String address() {
        return "127.0.0.1:" + front.getLocalPort();
    }

    /** When, by {@code System.nanoTime()}, each send came. */
    long[] sendsAtNanos() {
        return sendsAtNanos.stream().mapToLong(Long::longValue).toArray();
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
                if (header(frame).contains(SEND_CODE)) {
                    sendsAtNanos.add(System.nanoTime());
                }
                byte[] whole = new byte[Integer.BYTES + frame.length];
                java.nio.ByteBuffer.wrap(whole).putInt(frame.length).put(frame);
                out.write(whole);
            }
        }
    }

    private static String header(byte[] frame) {
        int length = java.nio.ByteBuffer.wrap(frame).getInt() & HEADER_LENGTH_MASK;
        return new String(frame, Integer.BYTES, length, StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        front.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
