package io.ferrymq.client.impl.consumer;

/**
 * How long a lock is believed and how often it is asked for again.
 *
 * @param lifeMs shorter than the 60 s for which the broker keeps it
 */
record LeaseTimes(long lifeMs, long renewMs, long continuousMaxMs) {
    /** RocketMQ's times, its JVM properties honoured. */
    static LeaseTimes fromProperties() {
        return new LeaseTimes(
                Long.getLong("rocketmq.client.rebalance.lockMaxLiveTime", 30_000),
                Long.getLong("rocketmq.client.rebalance.lockInterval", 20_000),
                Long.getLong("rocketmq.client.maxTimeConsumeContinuously", 60_000));
    }
}
