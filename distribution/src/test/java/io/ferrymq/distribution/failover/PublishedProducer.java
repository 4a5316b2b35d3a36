package io.ferrymq.distribution.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.distribution.interop.Peer;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A producer of the published client 5.5.0, waiting for each send. It has sent one message when it is there: its classes are loaded. */
final class PublishedProducer implements Sending, AutoCloseable {
    private final Peer peer = Peer.client("5.5.0", "JSON");
    private final Function<String, String> producer;

    /** @param more see {@code PeerProducer} */
    PublishedProducer(String nameServer, String topic, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("nameServer", nameServer);
        settings.put("topic", topic);
        producer = peer.producer(settings);
        // The first calls have to load its classes within their time, which a busy machine may not allow.
        AtomicInteger tries = new AtomicInteger();
        await().atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .until(() -> sendNow("first-" + tries.incrementAndGet()) != null);
    }

    /** Returns the name of the broker that took the message. */
    String sendNow(String key) {
        return producer.apply(key);
    }

    @Override
    public CompletableFuture<String> send(String key) {
        return CompletableFuture.completedFuture(sendNow(key));
    }

    @Override
    public void close() throws IOException {
        assertThat(producer.apply(null)).isNull();
        peer.close();
    }
}
