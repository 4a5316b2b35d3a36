package io.ferrymq.client.impl.calls;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.common.sysflag.PullSysFlag;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.ReplyCallback;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.codec.HeaderException;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.PullMessageCodec;
import io.ferrymq.remoting.protocol.header.PullMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.PullMessageResponseCodec;
import io.ferrymq.remoting.protocol.header.PullMessageResponseHeader;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;

/** Pulling messages. */
public final class PullCalls {
    private final BrokerLink link;

    PullCalls(BrokerLink link) {
        this.link = link;
    }

    /**
     * An answer to a pull that says how to go on.
     *
     * @param code SUCCESS, PULL_NOT_FOUND, PULL_RETRY_IMMEDIATELY or PULL_OFFSET_MOVED
     * @param body stored messages one after the other, empty unless SUCCESS
     */
    public record Pulled(int code, PullMessageResponseHeader header, ByteBuffer body) {
        public Pulled(int code, PullMessageResponseHeader header, byte[] body) {
            this(code, header, ByteBuffer.wrap(body));
        }
    }

    public Pulled pull(String address, PullMessageRequestHeader header, long timeoutMs)
            throws RemotingException, InterruptedException, MQBrokerException {
        return pulled(address, link.call(address, request(header), timeoutMs));
    }

    /** The future fails with a {@code RemotingException} or {@code MQBrokerException}, perhaps within a CompletionException. */
    public CompletableFuture<Pulled> pullAsync(String address, PullMessageRequestHeader header, long timeoutMs) {
        return link.callAsync(address, request(header), timeoutMs).thenApply(reply -> {
            try {
                return pulled(address, reply);
            } catch (MQBrokerException e) {
                throw new CompletionException(e);
            }
        });
    }

    /**
     * Pulls without copying the messages: their bytes are there only while {@code end} runs, on an event loop.
     *
     * @param end takes the answer, or the {@code RemotingException} or {@code MQBrokerException} instead
     */
    public void pull(
            String address, PullMessageRequestHeader header, long timeoutMs, BiConsumer<Pulled, Throwable> end) {
        link.callAsync(address, request(header), timeoutMs, new ReplyCallback() {
            @Override
            public void onReply(Reply reply) {
                Pulled pulled;
                try {
                    pulled = pulled(address, reply);
                } catch (MQBrokerException | HeaderException e) {
                    end.accept(null, e);
                    return;
                }
                end.accept(pulled, null);
            }

            @Override
            public boolean readsReplyAtOnce() {
                return true;
            }

            @Override
            public void onFailure(RemotingException cause) {
                end.accept(null, cause);
            }
        });
    }

    private static Request<PullMessageRequestHeader> request(PullMessageRequestHeader header) {
        int code = PullSysFlag.hasLitePullFlag(header.sysFlag())
                ? RequestCode.LITE_PULL_MESSAGE
                : RequestCode.PULL_MESSAGE;
        return new Request<>(code, header, PullMessageCodec.INSTANCE, null);
    }

    private static Pulled pulled(String address, Reply reply) throws MQBrokerException {
        return switch (reply.code()) {
            case ResponseCode.SUCCESS,
                    ResponseCode.PULL_NOT_FOUND,
                    ResponseCode.PULL_RETRY_IMMEDIATELY,
                    ResponseCode.PULL_OFFSET_MOVED ->
                new Pulled(reply.code(), reply.header(PullMessageResponseCodec.INSTANCE), reply.bodyBuffer());
            default -> throw BrokerLink.refusal(reply, address);
        };
    }
}
