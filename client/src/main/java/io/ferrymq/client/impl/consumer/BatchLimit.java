package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.impl.calls.PullCalls;
import io.ferrymq.common.message.MessageQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says once what keeps calls of the listener smaller than {@code consumeMessageBatchMaxSize}, and by which key: one call never gets more than
 * one pull brought.
 */
final class BatchLimit implements PulledMessages.Watcher {
    private static final Logger LOG = LoggerFactory.getLogger(BatchLimit.class);

    private final Group group;
    private final Supplier<PushSettings> settings;
    private final AtomicBoolean told = new AtomicBoolean();

    BatchLimit(Group group, Supplier<PushSettings> settings) {
        this.group = group;
        this.settings = settings;
    }

    @Override
    public void pulled(MessageQueue queue, long fromOffset, int count, PullCalls.Pulled pulled) {
        PushSettings now = settings.get();
        long next = pulled.header().nextBeginOffset();
        // With fewer messages than offsets the broker's filter held some back: such a pull says nothing of limits.
        boolean limited = count > 0
                && count < now.consumeBatchMaxSize()
                && next == fromOffset + count
                && next < pulled.header().maxOffset();
        if (!limited || told.get()) {
            return;
        }
        String by = limit(queue, count, pulled.body().remaining(), now);
        if (by != null && told.compareAndSet(false, true)) {
            LOG.info(
                    "group {}: a call of the listener gets {} messages where consumeMessageBatchMaxSize allows {}: {}",
                    group.name(),
                    count,
                    now.consumeBatchMaxSize(),
                    by);
        }
    }

    private static String limit(MessageQueue queue, int count, int bytes, PushSettings now) {
        if (count >= now.pullBatchSize()) {
            return "a pull asks for " + now.pullBatchSize() + " (pullBatchSize of this consumer)";
        }
        // As many again as one more message of the average size.
        if (bytes + bytes / count > now.pullBatchSizeBytes()) {
            return "a pull asks for " + now.pullBatchSizeBytes() + " bytes (pullBatchSizeInBytes of this consumer)";
        }
        return "broker " + queue.getBrokerName() + " answered a pull for " + now.pullBatchSize() + " with "
                + count + " messages of " + bytes + " bytes, though it had more (maxTransferCountOnMessageInMemory or"
                + " maxTransferBytesOnMessageInMemory of the broker, ...InDisk for what has left its memory)";
    }
}
