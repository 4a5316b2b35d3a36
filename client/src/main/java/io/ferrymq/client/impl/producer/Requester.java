package io.ferrymq.client.impl.producer;

import io.ferrymq.client.common.ClientErrorCode;
import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.exception.RequestTimeoutException;
import io.ferrymq.client.impl.factory.ClientInstance;
import io.ferrymq.client.producer.RequestCallback;
import io.ferrymq.client.producer.SendCallback;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageAccessor;
import io.ferrymq.common.message.MessageConst;
import io.ferrymq.remoting.exception.RemotingException;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Messages that are answered: sends them and waits for the reply, which a broker pushes to this client (RocketMQ client facts, request/reply). */
public final class Requester {
    private final ClientInstance instance;
    private final SendCore core;
    private final ReplyPaths paths;
    private final Set<PendingRequest> waiting = ConcurrentHashMap.newKeySet();

    /** To which queue the message goes. */
    public interface Way {
        void send(SendCallback callback, long timeoutMs) throws MQClientException;
    }

    Requester(ClientInstance instance, SendCore core, ReplyPaths paths) {
        this.instance = instance;
        this.core = core;
        this.paths = paths;
    }

    /** @throws RequestTimeoutException when the message was sent, but no reply came */
    public Message request(Message message, Way way, long timeoutMs)
            throws RequestTimeoutException, MQClientException, RemotingException, MQBrokerException,
                    InterruptedException {
        PendingRequest pending = begin(message, way, timeoutMs);
        try {
            return pending.reply().get(Math.max(0, pending.leftMs()), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new MQClientException(
                    "send request message to <" + message.getTopic() + "> fail: "
                            + e.getCause().getMessage(),
                    e.getCause());
        } catch (TimeoutException e) {
            RequestTimeoutException noReply = pending.timedOut();
            // The reply may have come this very moment: then it counts.
            if (!pending.reply().completeExceptionally(noReply)
                    && !pending.reply().isCompletedExceptionally()) {
                return pending.reply().join();
            }
            throw noReply;
        } catch (InterruptedException e) {
            pending.reply().cancel(false);
            throw e;
        }
    }

    public void request(Message message, Way way, RequestCallback callback, long timeoutMs)
            throws MQClientException, RemotingException, InterruptedException {
        PendingRequest pending = begin(message, way, timeoutMs);
        pending.reply()
                .orTimeout(Math.max(0, pending.leftMs()), TimeUnit.MILLISECONDS)
                .whenComplete((reply, failure) -> Callbacks.run(core.callbacks(), () -> {
                    if (failure == null) {
                        callback.onSuccess(reply);
                    } else {
                        callback.onException(failure instanceof TimeoutException ? pending.timedOut() : failure);
                    }
                }));
    }

    private PendingRequest begin(Message message, Way way, long timeoutMs)
            throws MQClientException, RemotingException, InterruptedException {
        if (message == null) {
            throw new MQClientException("the message is null", null);
        }
        if (MixAll.REPLY_MESSAGE_FLAG.equals(message.getProperty(MessageConst.PROPERTY_MESSAGE_TYPE))) {
            // It would be pushed to the one who waits for its reply.
            throw new MQClientException("the message is a reply: send it, do not request with it", null);
        }
        PendingRequest pending = new PendingRequest(message.getTopic(), timeoutMs);
        paths.open(message.getTopic(), timeoutMs);
        String correlationId = UUID.randomUUID().toString();
        MessageAccessor.putProperty(message, MessageConst.PROPERTY_CORRELATION_ID, correlationId);
        MessageAccessor.putProperty(message, MessageConst.PROPERTY_MESSAGE_REPLY_TO_CLIENT, instance.clientId());
        MessageAccessor.putProperty(message, MessageConst.PROPERTY_MESSAGE_TTL, Long.toString(timeoutMs));
        instance.replies().await(correlationId, pending.reply());
        waiting.add(pending);
        pending.reply().whenComplete((reply, failure) -> waiting.remove(pending));
        try {
            way.send(pending, Math.max(1, pending.leftMs()));
        } catch (MQClientException | RuntimeException e) {
            pending.reply().cancel(false);
            throw e;
        }
        return pending;
    }

    /** Nobody can answer any more. */
    void close() {
        waiting.forEach(pending -> pending.reply()
                .completeExceptionally(new MQClientException(
                        ClientErrorCode.REQUEST_TIMEOUT_EXCEPTION,
                        "the producer was shut down before the reply came")));
    }
}
