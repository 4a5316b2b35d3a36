package io.ferrymq.store.config;

/** When a message is forced to disk: key {@code flushDiskType}. */
public enum FlushMode {
    /** At intervals. A message survives the end of the process, not of the machine. */
    ASYNC_FLUSH,
    /** Before its send is answered. Consumers see it only then. */
    SYNC_FLUSH
}
