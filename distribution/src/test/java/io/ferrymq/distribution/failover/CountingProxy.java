package io.ferrymq.distribution.failover;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A socket in front of a broker that notes each send that comes by, and cuts the line at some. */
final class CountingProxy implements AutoCloseable {
    private static final String SEND_CODE = "\"code\":310,";
    private static final Pattern QUEUE_ID = Pattern.compile("\"e\":\"(\\d+)\"");
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
        int length = ByteBuffer.wrap(frame).getInt() & HEADER_LENGTH_MASK;
        String header = new String(frame, Integer.BYTES, length, UTF_8);
        if (!header.contains(SEND_CODE)) {
            return false;
        }
        Matcher queueId = QUEUE_ID.matcher(header);
        sends.add(new Send(System.nanoTime(), queueId.find() ? Integer.parseInt(queueId.group(1)) : -1));
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
