package io.ferrymq.remoting.protocol.header;

/** {@code UNREGISTER_BROKER} (104): an address of a broker goes. */
public record UnregisterBrokerRequestHeader(String clusterName, String brokerName, String brokerAddr, long brokerId) {}
