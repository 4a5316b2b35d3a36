package io.ferrymq.client.consumer;

/** One run of a {@link PullTaskCallback}. */
public class PullTaskContext {
    private int pullNextDelayTimeMillis = 200;
    private MQPullConsumer pullConsumer;

    /** Milliseconds until the next run for the same queue. */
    public int getPullNextDelayTimeMillis() {
        return pullNextDelayTimeMillis;
    }

    public void setPullNextDelayTimeMillis(int pullNextDelayTimeMillis) {
        this.pullNextDelayTimeMillis = pullNextDelayTimeMillis;
    }

    /** The consumer to pull with. */
    public MQPullConsumer getPullConsumer() {
        return pullConsumer;
    }

    public void setPullConsumer(MQPullConsumer pullConsumer) {
        this.pullConsumer = pullConsumer;
    }
}
