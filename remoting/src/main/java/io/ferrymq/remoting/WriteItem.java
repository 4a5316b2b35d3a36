package io.ferrymq.remoting;

import io.ferrymq.remoting.exception.RemotingException;

/** Something that waits in a {@link WriteQueue}; a link of that queue's chain itself, so that waiting costs no object. */
abstract class WriteItem {
    /** What was put into the queue before this. */
    WriteItem older;

    /** What it will take on the wire, roughly. */
    abstract int sizeBytes();

    /** Event loop: writes it, without flushing, at the time of {@link System#nanoTime()}; must not throw. */
    abstract void write(Connection connection, long nowNanos);

    /** It will never be written. */
    abstract void lost(RemotingException cause);
}
