package io.ferrymq.client.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** An address to which connections hang: its queue of waiting connections is full and nobody takes from it. */
public final class BlackHole implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final List<Socket> fill = new ArrayList<>();

    public BlackHole() throws IOException {
        for (int i = 0; i < 8; i++) {
            Socket waiting = new Socket();
            fill.add(waiting);
            try {
                waiting.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort()), 100);
            } catch (java.net.SocketTimeoutException full) {
                return;
            }
        }
    }

    public String address() {
        return "127.0.0.1:" + socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        for (Socket waiting : fill) {
            waiting.close();
        }
        socket.close();
    }
}
