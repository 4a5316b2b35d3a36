package io.ferrymq.client.impl.consumer;

import io.ferrymq.common.message.MessageExt;
import java.util.concurrent.CompletableFuture;

/** Gives messages back to the cluster for another attempt. */
@FunctionalInterface
interface Retries {
    int DEAD_LETTER = -1;
    int ATTEMPTS_DEFAULT = 16;

    /**
     * @param delayLevel {@link #DEAD_LETTER}; 0: the broker chooses; above: that delay level
     * @param maxReconsumeTimes attempts after which it becomes a dead letter
     * @return done when the message is safe in the cluster; fails when it could not be given back
     */
    CompletableFuture<Void> giveBack(MessageExt message, int delayLevel, int maxReconsumeTimes);
}
