package io.ferrymq.client.impl.calls;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.GetConsumerListByGroupResponseBody;
import io.ferrymq.remoting.protocol.body.LockBatchRequestBody;
import io.ferrymq.remoting.protocol.body.LockBatchResponseBody;
import io.ferrymq.remoting.protocol.body.UnlockBatchRequestBody;
import io.ferrymq.remoting.protocol.header.ConsumerSendMsgBackRequestHeader;
import io.ferrymq.remoting.protocol.header.GetConsumerListByGroupRequestHeader;
import io.ferrymq.remoting.protocol.header.UnregisterClientRequestHeader;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Members of groups, the locks of their queues, and messages that they give back. */
public final class GroupCalls {
    private final BrokerLink link;

    GroupCalls(BrokerLink link) {
        this.link = link;
    }

    /** The client ids of a group, as this broker sees them. */
    public List<String> consumerIds(String address, String group, long timeoutMs)
            throws RemotingException, InterruptedException, MQBrokerException {
        byte[] body = link.require(
                        address,
                        Request.of(
                                RequestCode.GET_CONSUMER_LIST_BY_GROUP, new GetConsumerListByGroupRequestHeader(group)),
                        timeoutMs)
                .body();
        return body.length == 0
                ? List.of()
                : Json.decode(body, GetConsumerListByGroupResponseBody.class).consumerIdList();
    }

    /** The queues that this client has now. */
    public Set<MessageQueue> lock(String address, LockBatchRequestBody body, long timeoutMs)
            throws RemotingException, InterruptedException, MQBrokerException {
        byte[] answer = link.require(address, Request.of(RequestCode.LOCK_BATCH_MQ, Json.encode(body)), timeoutMs)
                .body();
        return Json.decode(answer, LockBatchResponseBody.class).lockOKMQSet();
    }

    public void unlock(String address, UnlockBatchRequestBody body, long timeoutMs)
            throws RemotingException, InterruptedException, MQBrokerException {
        link.require(address, Request.of(RequestCode.UNLOCK_BATCH_MQ, Json.encode(body)), timeoutMs);
    }

    /** Without waiting for the broker's word. */
    public void unlockOneway(String address, UnlockBatchRequestBody body) {
        link.oneway(address, Request.of(RequestCode.UNLOCK_BATCH_MQ, Json.encode(body)));
    }

    /** A message could not be consumed: the broker shall deliver it again later. */
    public void sendBack(String address, ConsumerSendMsgBackRequestHeader header, long timeoutMs)
            throws RemotingException, InterruptedException, MQBrokerException {
        link.require(address, Request.of(RequestCode.CONSUMER_SEND_MSG_BACK, header), timeoutMs);
    }

    /** A client leaves a producer group, a consumer group or both; the future never fails. */
    public CompletableFuture<Void> unregister(
            String address, String clientId, String producerGroup, String consumerGroup, long timeoutMs) {
        UnregisterClientRequestHeader header =
                new UnregisterClientRequestHeader(clientId, producerGroup, consumerGroup);
        return link.callAsync(address, Request.of(RequestCode.UNREGISTER_CLIENT, header), timeoutMs)
                .handle((reply, failure) -> null);
    }
}
