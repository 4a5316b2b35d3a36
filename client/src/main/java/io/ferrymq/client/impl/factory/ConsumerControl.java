package io.ferrymq.client.impl.factory;

import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.body.ConsumeMessageDirectlyResult;
import io.ferrymq.remoting.protocol.body.ConsumerRunningInfo;
import java.util.Map;

/** What brokers and tools may ask of a running consumer; all on worker threads. */
public interface ConsumerControl {
    /** Moves the positions of a topic's queues. */
    void resetOffsets(String topic, Map<MessageQueue, Long> offsets);

    /** Where the consumer stands in the queues of a topic. */
    Map<MessageQueue, Long> offsets(String topic);

    /** @param withThreads whether to add a dump of the process's threads */
    ConsumerRunningInfo runningInfo(boolean withThreads);

    /** Consumes one message now, whatever its queue; null when there is no listener to do so: the application pulls. */
    ConsumeMessageDirectlyResult consumeDirectly(MessageExt message, String brokerName);
}
