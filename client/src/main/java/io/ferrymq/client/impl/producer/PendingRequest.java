package io.ferrymq.client.impl.producer;

import io.ferrymq.client.common.ClientErrorCode;
import io.ferrymq.client.exception.RequestTimeoutException;
import io.ferrymq.client.producer.SendCallback;
import io.ferrymq.client.producer.SendResult;
import io.ferrymq.common.message.Message;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** One request: its reply to come, and how its own send fares. Ends once, by whichever comes first. */
final class PendingRequest implements SendCallback {
    private final CompletableFuture<Message> reply = new CompletableFuture<>();
    private final long startNanos = System.nanoTime();
    private final String topic;
    private final long timeoutMs;
    private volatile SendResult sent;

    PendingRequest(String topic, long timeoutMs) {
        this.topic = topic;
        this.timeoutMs = timeoutMs;
    }

    CompletableFuture<Message> reply() {
        return reply;
    }

    long leftMs() {
        return timeoutMs - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    }

    @Override
    public void onSuccess(SendResult sendResult) {
        sent = sendResult;
    }

    @Override
    public void onException(Throwable e) {
        reply.completeExceptionally(e);
    }

    RequestTimeoutException timedOut() {
        SendResult result = sent;
        String text = result == null
                ? "send request message to <" + topic + ">: no broker has confirmed it and no reply came within "
                : "send request message to <" + topic + "> OK, but wait reply message timeout, it is stored in "
                        + result.getMessageQueue() + " at " + result.getQueueOffset() + ", no reply came within ";
        return new RequestTimeoutException(ClientErrorCode.REQUEST_TIMEOUT_EXCEPTION, text + timeoutMs + " ms");
    }
}
