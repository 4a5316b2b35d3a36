package io.ferrymq.remoting.protocol.body;

/** Answer to {@code GET_BROKER_MEMBER_GROUP} (901). */
public record GetBrokerMemberGroupResponseBody(BrokerMemberGroup brokerMemberGroup) {}
