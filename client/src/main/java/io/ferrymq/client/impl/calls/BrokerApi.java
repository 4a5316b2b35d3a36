package io.ferrymq.client.impl.calls;

/**
 * What brokers can be asked, by area. All take the address; failures are {@code RemotingException} when no answer came and
 * {@code MQBrokerException} with code, remark and address when the broker refused.
 */
public record BrokerApi(
        BrokerLink link,
        PullCalls pulls,
        OffsetCalls offsets,
        GroupCalls groups,
        QueueCalls queues,
        TopicCalls topics) {
    public static BrokerApi over(BrokerLink link) {
        return new BrokerApi(
                link,
                new PullCalls(link),
                new OffsetCalls(link),
                new GroupCalls(link),
                new QueueCalls(link),
                new TopicCalls(link));
    }
}
