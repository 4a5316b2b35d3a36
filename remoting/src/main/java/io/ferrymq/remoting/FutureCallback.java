package io.ferrymq.remoting;

import io.ferrymq.remoting.exception.RemotingException;
import java.util.concurrent.CompletableFuture;

/** A call's end as a future. */
final class FutureCallback implements ReplyCallback {
    private final CompletableFuture<Reply> future = new CompletableFuture<>();

    CompletableFuture<Reply> future() {
        return future;
    }

    @Override
    public void onReply(Reply reply) {
        future.complete(reply);
    }

    @Override
    public void onFailure(RemotingException cause) {
        future.completeExceptionally(cause);
    }
}
