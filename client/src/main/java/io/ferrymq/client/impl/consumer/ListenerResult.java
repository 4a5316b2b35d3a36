package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.listener.ConsumeReturnType;

/**
 * How one call of a listener ended.
 *
 * @param status what it answered; null when it answered null or threw
 * @param thrown what it threw, or null
 */
record ListenerResult<S extends Enum<S>>(S status, Throwable thrown, long tookMs) {
    ConsumeReturnType type(boolean success, long timeoutMs) {
        if (thrown != null) {
            return ConsumeReturnType.EXCEPTION;
        }
        if (status == null) {
            return ConsumeReturnType.RETURNNULL;
        }
        if (tookMs >= timeoutMs) {
            return ConsumeReturnType.TIME_OUT;
        }
        return success ? ConsumeReturnType.SUCCESS : ConsumeReturnType.FAILED;
    }
}
