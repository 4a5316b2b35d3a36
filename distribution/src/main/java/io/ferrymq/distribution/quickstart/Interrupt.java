package io.ferrymq.distribution.quickstart;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ctrl-C or SIGTERM: ends what the main thread does, and holds the process until it has cleaned up behind itself. */
final class Interrupt {
    private static final int CLEAN_UP_MAX_SECONDS = 10;

    private final CountDownLatch happened = new CountDownLatch(1);
    private final CountDownLatch served = new CountDownLatch(1);

    private Interrupt() {}

    static Interrupt install(Thread main) {
        Interrupt interrupt = new Interrupt();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupt.happen(main), "interrupt"));
        return interrupt;
    }

    private void happen(Thread main) {
        happened.countDown();
        if (served.getCount() == 0) {
            return;
        }
        main.interrupt();
        try {
            // Not the main thread's end is waited for: it stands still in System.exit until the hooks are done.
            served.await(CLEAN_UP_MAX_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    boolean happened() {
        return happened.getCount() == 0;
    }

    /** Waits for it. */
    void await() throws InterruptedException {
        happened.await();
    }

    /** Everything is cleaned up. */
    void served() {
        served.countDown();
    }
}
