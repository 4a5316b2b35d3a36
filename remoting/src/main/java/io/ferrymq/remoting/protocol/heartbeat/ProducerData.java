package io.ferrymq.remoting.protocol.heartbeat;

/** A producer group of a client, in its heartbeat. */
public record ProducerData(String groupName) {}
