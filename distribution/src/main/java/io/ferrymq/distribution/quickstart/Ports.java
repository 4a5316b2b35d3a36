package io.ferrymq.distribution.quickstart;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Tells of a taken port before anything is started, by the option that chooses another. */
final class Ports {
    private Ports() {}

    static void check(int port, String option) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(port));
        } catch (BindException | IllegalArgumentException e) {
            throw new IOException(
                    "port " + port + " cannot be had (" + e.getMessage() + "): choose another with " + option, e);
        }
    }
}
