package io.ferrymq.client.impl.trace;

import io.ferrymq.client.AccessChannel;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.client.producer.SendCallback;
import io.ferrymq.client.producer.SendResult;
import io.ferrymq.client.trace.TraceContext;
import io.ferrymq.common.message.Message;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends batches of traces; what cannot be sent is lost, and said so once a minute. */
public final class TraceSink {
    private static final Logger LOG = LoggerFactory.getLogger(TraceSink.class);
    private static final long COMPLAIN_INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final DefaultMQProducer producer;
    private final Supplier<String> topic;
    private final Supplier<AccessChannel> channel;
    private final AtomicLong complainNextNanos = new AtomicLong(System.nanoTime());

    public TraceSink(DefaultMQProducer producer, Supplier<String> topic, Supplier<AccessChannel> channel) {
        this.producer = producer;
        this.topic = topic;
        this.channel = channel;
    }

    /** Done when all are sent or lost. */
    public CompletableFuture<?> send(List<TraceContext> contexts) {
        return CompletableFuture.allOf(TraceMessages.of(contexts, topic.get(), channel.get()).stream()
                .map(this::send)
                .toArray(CompletableFuture<?>[]::new));
    }

    private CompletableFuture<?> send(Message message) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        try {
            producer.send(message, new SendCallback() {
                @Override
                public void onSuccess(SendResult sendResult) {
                    done.complete(null);
                }

                @Override
                public void onException(Throwable e) {
                    lost(message, e);
                    done.complete(null);
                }
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            done.complete(null);
        } catch (Exception e) {
            lost(message, e);
            done.complete(null);
        }
        return done;
    }

    private void lost(Message message, Throwable e) {
        long now = System.nanoTime();
        long next = complainNextNanos.get();
        if (now - next >= 0 && complainNextNanos.compareAndSet(next, now + COMPLAIN_INTERVAL_NANOS)) {
            LOG.warn("traces of topic {} are lost: {}", message.getTopic(), e.getMessage());
        }
    }
}
