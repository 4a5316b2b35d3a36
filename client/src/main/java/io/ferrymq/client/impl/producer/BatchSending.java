package io.ferrymq.client.impl.producer;

import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.impl.CommunicationMode;
import io.ferrymq.client.producer.ProducerConfig;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageBatch;
import io.ferrymq.common.message.MessageClientIDSetter;
import java.util.List;
import java.util.stream.Collectors;

/** Sends a gathered batch as one message. */
final class BatchSending {
    /** What a message of a batch takes while the batch is under way, besides its bytes: its id, its callback, its place in lists. */
    private static final int WEIGHT_OF_ONE_BYTES = 128;

    private final SendCore core;
    private final ProducerConfig config;
    private final MessagePreparer preparer;
    private final SendPermits permits;

    BatchSending(SendCore core, ProducerConfig config, MessagePreparer preparer, SendPermits permits) {
        this.core = core;
        this.config = config;
        this.preparer = preparer;
        this.permits = permits;
    }

    /**
     * Never blocks and never throws.
     *
     * @param ended run as soon as the batch is answered or has failed
     */
    void send(BatchKey key, GatheredBatch batch, Runnable ended) {
        int count = batch.count();
        int weight = batch.sizeBytes() + count * WEIGHT_OF_ONE_BYTES;
        permits.take(count, weight);
        BatchOutcome outcome = new BatchOutcome(core, batch, ended, () -> permits.release(count, weight));
        try {
            SendRun run = new SendRun(core, outgoing(key, batch), plan(key, batch), outcome, System.nanoTime());
            outcome.of(run);
            run.start();
        } catch (MQClientException | RuntimeException e) {
            outcome.ended(null, e);
        }
    }

    private SendPlan plan(BatchKey key, GatheredBatch batch) {
        boolean sync = batch.isWaitedFor();
        int retries = sync ? config.getRetryTimesWhenSendFailed() : config.getRetryTimesWhenSendAsyncFailed();
        return new SendPlan(
                sync ? CommunicationMode.SYNC : CommunicationMode.ASYNC,
                key.queue(),
                key.queue() == null ? 1 + Math.max(0, retries) : 1,
                sync && key.queue() == null && config.isRetryAnotherBrokerWhenNotStoreOK(),
                config.getSendMsgTimeout());
    }

    private Outgoing outgoing(BatchKey key, GatheredBatch batch) throws MQClientException {
        byte[] body = batch.takeBody();
        Message envelope = envelope(batch.messages());
        envelope.setTopic(key.topic());
        envelope.setWaitStoreMsgOK(key.waitStoreMsgOK());
        envelope.setBody(body);
        if (key.sysFlag() == 0) {
            // By its id a broker may store the batch as one message, whose body is then taken for compressed as a
            // whole.
            MessageClientIDSetter.setUniqID(envelope);
        }
        return new Outgoing(
                envelope,
                preparer.withNamespace(key.topic()),
                ids(batch.messages()),
                body,
                MessagePreparer.properties(envelope),
                key.sysFlag(),
                true,
                false,
                0,
                null);
    }

    private static Message envelope(List<Message> messages) {
        return messages == null ? new Message() : MessageBatch.generateFromList(messages);
    }

    // Of interest to hooks only: the senders are told one by one.
    private static String ids(List<Message> messages) {
        return messages == null
                ? ""
                : messages.stream().map(MessageClientIDSetter::getUniqID).collect(Collectors.joining(","));
    }
}
