package io.ferrymq.common;

/**
 * Where time comes from. Everything that needs the time takes a clock or gets {@code nowMs} as an argument, so that tests
 * can stand at any moment without waiting for it.
 */
@FunctionalInterface
public interface Clock {
    /** Wall time in milliseconds since 1970: what is stored and sent. */
    long nowMs();

    /** Elapsed time in nanoseconds with no fixed origin: only for measuring how long something takes. */
    default long nanoTime() {
        return System.nanoTime();
    }

    /** The machine's clock. */
    static Clock system() {
        return System::currentTimeMillis;
    }
}
