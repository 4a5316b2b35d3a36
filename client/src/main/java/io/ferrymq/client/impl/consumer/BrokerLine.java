package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.common.ClientErrorCode;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.impl.calls.BrokerLink;
import io.ferrymq.client.impl.factory.BrokerAddress;
import io.ferrymq.client.impl.factory.BrokerTable;
import io.ferrymq.common.MixAll;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Requests to brokers by name. Nothing waits; a broker whose address is not known is a failed future like any other failure. */
final class BrokerLine {
    private final Supplier<BrokerTable> brokers;
    private final BrokerLink link;

    BrokerLine(Supplier<BrokerTable> brokers, BrokerLink link) {
        this.brokers = brokers;
        this.link = link;
    }

    /** Asks the master, or while there is none another broker of that name; fails unless the answer is success. */
    CompletableFuture<Reply> ask(String brokerName, Request<?> request, long timeoutMs) {
        BrokerAddress broker = find(brokerName, MixAll.MASTER_ID);
        return broker == null ? unknown(brokerName) : success(broker.address(), request, timeoutMs);
    }

    /** Asks the master and nobody else; fails unless the answer is success. */
    CompletableFuture<Reply> askMaster(String brokerName, Request<?> request, long timeoutMs) {
        String master = masterAddress(brokerName);
        return master == null ? unknown(brokerName) : success(master, request, timeoutMs);
    }

    /** Asks an address, whatever the answer's code. */
    CompletableFuture<Reply> call(String address, Request<?> request, long timeoutMs) {
        return link.callAsync(address, request, timeoutMs);
    }

    void oneway(String brokerName, Request<?> request) {
        BrokerAddress broker = find(brokerName, MixAll.MASTER_ID);
        if (broker != null) {
            link.oneway(broker.address(), request);
        }
    }

    /** Null when none is known. */
    String masterAddress(String brokerName) {
        return brokers.get().masterAddress(brokerName);
    }

    /** The broker with this id, or one that stands in for it; null when none is known. */
    BrokerAddress find(String brokerName, long brokerId) {
        return brokers.get().find(brokerName, brokerId, false);
    }

    static <T> CompletableFuture<T> unknown(String brokerName) {
        return CompletableFuture.failedFuture(notKnown(brokerName));
    }

    static MQClientException notKnown(String brokerName) {
        return new MQClientException(
                ClientErrorCode.BROKER_NOT_EXIST_EXCEPTION, "no address of broker " + brokerName + " is known");
    }

    private CompletableFuture<Reply> success(String address, Request<?> request, long timeoutMs) {
        return call(address, request, timeoutMs).thenApply(reply -> {
            if (!reply.isSuccess()) {
                throw new CompletionException(BrokerLink.refusal(reply, address));
            }
            return reply;
        });
    }
}
