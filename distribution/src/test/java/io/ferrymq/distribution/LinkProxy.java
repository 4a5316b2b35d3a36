package io.ferrymq.distribution;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A link between two servers that a test can break: cut, cut after so many bytes, or stalled so that both ends stay connected and nothing comes
 * through.
 */
public final class LinkProxy implements AutoCloseable {
    private static final int BUFFER_BYTES = 16 << 10;

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int targetPort;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean stalled;
    private boolean down;
    private long cutAfterBytes = Long.MAX_VALUE;
    private volatile boolean closed;
    private volatile Exception lastEnd;

    public LinkProxy(int targetPort) throws IOException {
        this.targetPort = targetPort;
        thread(this::accept);
    }

    public String address() {
        return "127.0.0.1:" + server.getLocalPort();
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private void thread(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException | InterruptedException e) {
                        // A link that ends is what this class is for; the tests look at both servers.
                        lastEnd = e;
                    }
                },
                "link-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (!closed) {
            Socket from = server.accept();
            sockets.add(from);
            if (isDown()) {
                from.close();
                continue;
            }
            Socket to = new Socket();
            sockets.add(to);
            try {
                to.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), targetPort));
            } catch (IOException e) {
                from.close();
                continue;
            }
            thread(() -> copy(from, to, false));
            thread(() -> copy(to, from, true));
        }
    }

    private void copy(Socket from, Socket to, boolean counted) throws IOException, InterruptedException {
        byte[] buffer = new byte[BUFFER_BYTES];
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        try {
            for (int size = in.read(buffer); size >= 0; size = in.read(buffer)) {
                int allowed = counted ? allowed(size) : size;
                awaitOpen();
                out.write(buffer, 0, allowed);
                if (allowed < size) {
                    return;
                }
            }
        } finally {
            from.close();
            to.close();
        }
    }

    private int allowed(int size) {
        lock.lock();
        try {
            int allowed = (int) Math.min(size, cutAfterBytes);
            cutAfterBytes =
                    allowed < size ? Long.MAX_VALUE : cutAfterBytes - (cutAfterBytes == Long.MAX_VALUE ? 0 : size);
            return allowed;
        } finally {
            lock.unlock();
        }
    }

    private void awaitOpen() throws InterruptedException {
        lock.lock();
        try {
            while (stalled) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isDown() {
        lock.lock();
        try {
            return down;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the connections once so many bytes have come back from the target, wherever that is. New ones are let through. */
    public void cutAfter(long bytes) {
        lock.lock();
        try {
            cutAfterBytes = bytes;
        } finally {
            lock.unlock();
        }
    }

    /** Why a connection ended last, null while none has. */
    public Exception lastEnd() {
        return lastEnd;
    }

    /** While stalled, connections stand and nothing comes through. */
    public void stall(boolean newStalled) {
        lock.lock();
        try {
            stalled = newStalled;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the connections; while down, new ones are ended at once. */
    public void down(boolean newDown) {
        lock.lock();
        try {
            down = newDown;
        } finally {
            lock.unlock();
        }
        if (newDown) {
            closeAll();
        }
    }

    private void closeAll() {
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
        sockets.clear();
    }

    @Override
    public void close() throws IOException {
        closed = true;
        stall(false);
        server.close();
        closeAll();
    }
}
