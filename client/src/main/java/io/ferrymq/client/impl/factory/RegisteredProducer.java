package io.ferrymq.client.impl.factory;

import io.ferrymq.common.message.MessageExt;
import io.ferrymq.remoting.protocol.header.CheckTransactionStateRequestHeader;
import java.util.Set;

/** What a client instance needs of a producer. */
public interface RegisteredProducer {
    /** Topics whose routes it uses. */
    Set<String> topics();

    /** A broker asks what became of a transaction; on a worker thread. */
    void checkTransaction(String brokerAddress, CheckTransactionStateRequestHeader header, MessageExt halfMessage);
}
