package io.ferrymq.client.consumer;

import io.ferrymq.common.message.MessageQueue;

/** The application's work with one queue, done again and again by {@link MQPullConsumerScheduleService} (client §35). */
public interface PullTaskCallback {
    /** @param context says when it is done the next time; whatever is thrown here is logged, and it is done again after a second */
    void doPullTask(MessageQueue mq, PullTaskContext context);
}
