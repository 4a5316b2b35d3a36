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
