package io.ferrymq.client.impl.calls;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.CreateTopicRequestHeader;

/** Topics on one broker. */
public final class TopicCalls {
    private final BrokerLink link;

    TopicCalls(BrokerLink link) {
        this.link = link;
    }

    public void create(String address, CreateTopicRequestHeader header, long timeoutMs)
            throws RemotingException, InterruptedException, MQBrokerException {
        link.require(address, Request.of(RequestCode.UPDATE_AND_CREATE_TOPIC, header), timeoutMs);
    }
}
