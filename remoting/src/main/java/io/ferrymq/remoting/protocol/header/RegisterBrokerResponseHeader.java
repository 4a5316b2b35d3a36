package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;

/** Answer to {@code REGISTER_BROKER} (103): a slave learns where its master is. */
public record RegisterBrokerResponseHeader(@Optional String haServerAddr, @Optional String masterAddr) {}
