package io.ferrymq.remoting.protocol.header;

/** {@code GET_BROKER_MEMBER_GROUP} (901): the addresses behind a broker name. */
public record GetBrokerMemberGroupRequestHeader(String clusterName, String brokerName) {}
