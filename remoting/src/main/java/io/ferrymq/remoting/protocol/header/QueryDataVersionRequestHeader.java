package io.ferrymq.remoting.protocol.header;

/**
 * {@code QUERY_DATA_VERSION} (322): is what the name server knows of this broker still current? The broker's version
 * is the body.
 */
public record QueryDataVersionRequestHeader(String clusterName, String brokerName, String brokerAddr, long brokerId) {}
