package io.ferrymq.distribution;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for processes that must be told theirs. They lie below those that the system gives to connections, so that none is taken between here and the
 * process's start; chance keeps test classes that run at the same time apart.
 */
public final class FreePorts {
    private static final int FIRST = 16_000;
    private static final int LAST = 32_000;

    private FreePorts() {}

    /** A port that is free together with the one 2 below, which a broker of RocketMQ's listens on, too. */
    public static int next() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            if (isFree(port) && isFree(port - 2)) {
                return port;
            }
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port)) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
