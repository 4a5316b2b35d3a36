package io.ferrymq.remoting.protocol.header;

/** Answer to {@code QUERY_DATA_VERSION} (322); the version that the name server has is the body. */
public record QueryDataVersionResponseHeader(boolean changed) {}
