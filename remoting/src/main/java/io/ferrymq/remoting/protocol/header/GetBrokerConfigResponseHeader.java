package io.ferrymq.remoting.protocol.header;

/** Answer to {@code GET_BROKER_CONFIG} (26): the version of the configuration as JSON; the properties are the body. */
public record GetBrokerConfigResponseHeader(String version) {}
