package io.ferrymq.client.testing;

import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.client.producer.SendCallback;
import io.ferrymq.client.producer.SendResult;
import io.ferrymq.common.message.Message;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Producers and messages of tests. */
public final class Producers {
    private Producers() {}

    public static DefaultMQProducer started(String nameServers, Consumer<DefaultMQProducer> settings)
            throws MQClientException {
        DefaultMQProducer producer = new DefaultMQProducer("group");
        producer.setNamesrvAddr(nameServers);
        // Generous: the machine may be busy with other things.
        producer.setSendMsgTimeout(60_000);
        producer.setMqClientApiTimeout(20_000);
        settings.accept(producer);
        producer.start();
        return producer;
    }

    public static DefaultMQProducer started(String nameServers) throws MQClientException {
        return started(nameServers, producer -> {});
    }

    public static Message message(String topic) {
        return new Message(topic, "tag", "key", "body".getBytes(StandardCharsets.UTF_8));
    }

    /** An asynchronous send as a future. */
    public static CompletableFuture<SendResult> sendAsync(DefaultMQProducer producer, Message message, long timeoutMs)
            throws Exception {
        CompletableFuture<SendResult> end = new CompletableFuture<>();
        producer.send(message, callback(end), timeoutMs);
        return end;
    }

    public static SendCallback callback(CompletableFuture<SendResult> end) {
        return new SendCallback() {
            @Override
            public void onSuccess(SendResult sendResult) {
                end.complete(sendResult);
            }

            @Override
            public void onException(Throwable e) {
                end.completeExceptionally(e);
            }
        };
    }
}
