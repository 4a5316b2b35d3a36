package io.ferrymq.distribution.failover;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.client.producer.SendCallback;
import io.ferrymq.client.producer.SendResult;
import io.ferrymq.client.producer.SendStatus;
import io.ferrymq.common.message.Message;
import java.util.concurrent.CompletableFuture;

/** Sends messages with a key, which is their body too, and completes with the name of the broker that took it. */
interface Sending {
    CompletableFuture<String> send(String key) throws Exception;

    /** Waiting for each. */
    static Sending sync(DefaultMQProducer producer, String topic) {
        return key -> CompletableFuture.completedFuture(broker(producer.send(message(topic, key))));
    }

    /** Called back for each. */
    static Sending async(DefaultMQProducer producer, String topic) {
        return key -> {
            CompletableFuture<String> end = new CompletableFuture<>();
            producer.send(message(topic, key), new SendCallback() {
                @Override
                public void onSuccess(SendResult result) {
                    end.complete(broker(result));
                }

                @Override
                public void onException(Throwable e) {
                    end.completeExceptionally(e);
                }
            });
            return end;
        };
    }

    private static Message message(String topic, String key) {
        return new Message(topic, "tag", key, key.getBytes(UTF_8));
    }

    private static String broker(SendResult result) {
        if (result.getSendStatus() != SendStatus.SEND_OK) {
            throw new IllegalStateException(result.toString());
        }
        return result.getMessageQueue().getBrokerName();
    }
}
