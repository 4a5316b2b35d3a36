package io.ferrymq.client.impl.producer;

import io.ferrymq.client.producer.SendCallback;
import io.ferrymq.client.producer.SendResult;
import java.util.concurrent.CompletableFuture;

/** A synchronous send whose message is part of a batch. */
final class BatchedWait implements SendCallback {
    private final CompletableFuture<SendResult> end = new CompletableFuture<>();

    @Override
    public void onSuccess(SendResult sendResult) {
        end.complete(sendResult);
    }

    @Override
    public void onException(Throwable e) {
        end.completeExceptionally(e);
    }

    CompletableFuture<SendResult> end() {
        return end;
    }
}
