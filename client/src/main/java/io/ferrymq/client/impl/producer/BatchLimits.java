package io.ferrymq.client.impl.producer;

import io.ferrymq.client.producer.ProducerConfig;

/** When a batch is full, as the producer is configured now. */
final class BatchLimits {
    private final ProducerConfig config;
    private final SendHooks hooks;

    BatchLimits(ProducerConfig config, SendHooks hooks) {
        this.config = config;
        this.hooks = hooks;
    }

    long maxBytes() {
        return config.getBatchMaxBytes();
    }

    /** Whether a batch is larger than it should be; of one message or more. */
    boolean isExceeded(GatheredBatch batch) {
        return batch.sizeBytes() > maxBytes() || storedBytes(batch) > config.getMaxMessageSize();
    }

    /** Whether a batch is to be sent now. */
    boolean isFull(GatheredBatch batch) {
        return batch.sizeBytes() >= maxBytes() || storedBytes(batch) >= config.getMaxMessageSize();
    }

    // Many small messages take much more room in the broker than in the batch.
    private static long storedBytes(GatheredBatch batch) {
        return batch.sizeBytes() + (long) batch.count() * UnitSize.STORED_EXTRA_BYTES;
    }

    int maxDelayMs() {
        return config.getBatchMaxDelayMs();
    }

    long totalMaxBytes() {
        return config.getTotalBatchMaxBytes();
    }

    /** Hooks look at the messages, which else are forgotten once they are encoded. */
    boolean keepsMessages() {
        return !hooks.isEmpty();
    }
}
