package io.ferrymq.remoting.protocol.header;

/** {@code RESET_MASTER_FLUSH_OFFSET} (908), for slaves only. */
public record ResetMasterFlushOffsetRequestHeader(long masterFlushOffset) {}
