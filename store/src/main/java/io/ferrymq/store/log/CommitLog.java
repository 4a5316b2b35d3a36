package io.ferrymq.store.log;

import io.ferrymq.store.AppendResult;
import io.ferrymq.store.AppendResult.Appended;
import io.ferrymq.store.AppendResult.Refusal;
import io.ferrymq.store.AppendResult.Refused;
import io.ferrymq.store.BatchToStore;
import io.ferrymq.store.MessageToStore;
import io.ferrymq.store.log.RecordWriter.Content;
import io.ferrymq.store.log.RecordWriter.Envelope;
import io.ferrymq.store.queue.ConsumeQueue;
import io.ferrymq.store.queue.QueueTable;
import io.ferrymq.store.queue.TopicQueues;
import java.io.IOException;
import java.util.List;

/**
 * Appends messages. What can be done before the lock is done before it; under the lock a message gets its place, its queue offset and its time, and is copied
 * once into the mapped file.
 */
public final class CommitLog {
    private final LogTail tail;
    private final QueueTable queues;
    private final AppendLock lock;
    private final AppendGate gate;
    private final AppendSink sink;
    private final AppendChecks checks;
    private final StoreTimes times;
    private volatile long appendedMessages;

    public CommitLog(
            LogTail tail,
            QueueTable queues,
            AppendLock lock,
            AppendGate gate,
            AppendSink sink,
            AppendChecks checks,
            StoreTimes times) {
        this.tail = tail;
        this.queues = queues;
        this.lock = lock;
        this.gate = gate;
        this.sink = sink;
        this.checks = checks;
        this.times = times;
    }

    public AppendResult append(MessageToStore message) {
        Refused refused = checks.topicRefusal(queues.find(message.topic()), message.topic(), message.queueId());
        int bodyBytes = message.body().remaining();
        int propertiesBytes = message.properties().length();
        if (refused == null) {
            refused = checks.contentRefusal(bodyBytes, propertiesBytes);
        }
        if (refused != null) {
            return refused;
        }
        TopicQueues topic = queues.get(message.topic());
        Envelope envelope = new Envelope(
                topic.utf8(),
                checks.needsVersion2(topic),
                message.queueId(),
                RecordWriter.sysFlagFor(message.sysFlag(), message.bornHost(), message.storeHost()),
                message.bornTimestampMs(),
                message.bornHost(),
                message.storeHost(),
                message.reconsumeTimes(),
                message.preparedTransactionOffset());
        int size = envelope.recordSize(bodyBytes, propertiesBytes);
        refused = checks.sizeRefusal(size);
        if (refused != null) {
            return refused;
        }
        Content content = new Content(
                message.flag(), message.body(), RecordWriter.bodyCrc(message.body()), message.properties(), size);
        if (!lock.lock(checks.lockWaitMaxMs())) {
            return busy();
        }
        try {
            refused = gate.refusal();
            return refused != null ? refused : place(topic, envelope, content);
        } catch (IOException e) {
            return diskFull(e);
        } finally {
            lock.unlock();
        }
    }

    private Appended place(TopicQueues topic, Envelope envelope, Content content) throws IOException {
        WriteWindow window = tail.windowFor(content.sizeBytes());
        long physicalOffset = tail.endOffset();
        long nowMs = times.nextMs();
        sink.begin(1, physicalOffset);
        long queueOffset = write(window, topic, envelope, content, physicalOffset, nowMs);
        long end = physicalOffset + content.sizeBytes();
        // In this order: whoever sees the new end finds its records handed on.
        sink.end();
        tail.advanceTo(end);
        appendedMessages = appendedMessages() + 1;
        return new Appended(physicalOffset, queueOffset, content.sizeBytes(), end, nowMs, null);
    }

    private long write(
            WriteWindow window,
            TopicQueues found,
            Envelope envelope,
            Content content,
            long physicalOffset,
            long nowMs) {
        boolean queued = RecordLayout.isQueued(envelope.sysFlag());
        // The topic may have been deleted since it was looked up: then this is the first message of a new one.
        TopicQueues topic = found.isDeleted() ? queues.get(found.topic()) : found;
        ConsumeQueue queue = queued ? topic.get(envelope.queueId()) : null;
        long queueOffset = queued ? queue.nextOffset() : 0;
        RecordWriter.write(
                window.buffer(), window.index(physicalOffset), envelope, content, physicalOffset, queueOffset, nowMs);
        if (queued) {
            queue.advance(1);
        }
        sink.appended(
                topic,
                queue,
                queueOffset,
                physicalOffset,
                content.sizeBytes(),
                nowMs,
                RecordLayout.isRollback(envelope.sysFlag()) ? null : content.properties());
        return queueOffset;
    }

    public AppendResult append(BatchToStore batch) {
        Refused refused = checks.topicRefusal(queues.find(batch.topic()), batch.topic(), batch.queueId());
        if (refused == null && (batch.sysFlag() & RecordLayout.SYS_FLAG_TRANSACTION_MASK) != 0) {
            refused = Refused.of(Refusal.BATCH_ILLEGAL, "a batch cannot be part of a transaction");
        }
        if (refused != null) {
            return refused;
        }
        TopicQueues topic = queues.get(batch.topic());
        Envelope envelope = new Envelope(
                topic.utf8(),
                checks.needsVersion2(topic),
                batch.queueId(),
                RecordWriter.sysFlagFor(batch.sysFlag(), batch.bornHost(), batch.storeHost()),
                batch.bornTimestampMs(),
                batch.bornHost(),
                batch.storeHost(),
                batch.reconsumeTimes(),
                0);
        BatchUnits units = new BatchUnits(batch.commonProperties(), checks, envelope);
        refused = units.parse(batch.units());
        if (refused != null) {
            return refused;
        }
        if (!lock.lock(checks.lockWaitMaxMs())) {
            return busy();
        }
        try {
            refused = gate.refusal();
            return refused != null ? refused : placeAll(topic, envelope, units);
        } catch (IOException e) {
            return diskFull(e);
        } finally {
            lock.unlock();
        }
    }

    private Appended placeAll(TopicQueues topic, Envelope envelope, BatchUnits units) throws IOException {
        int totalBytes = (int) units.totalBytes();
        WriteWindow window = tail.windowFor(totalBytes);
        List<Content> contents = units.contents();
        long[] physicalOffsets = new long[contents.size()];
        long first = tail.endOffset();
        long at = first;
        long nowMs = times.nextMs();
        long firstQueueOffset = 0;
        sink.begin(contents.size(), first);
        for (int i = 0; i < physicalOffsets.length; i++) {
            Content content = contents.get(i);
            long queueOffset = write(window, topic, envelope, content, at, nowMs);
            firstQueueOffset = i == 0 ? queueOffset : firstQueueOffset;
            physicalOffsets[i] = at;
            at += content.sizeBytes();
        }
        sink.end();
        tail.advanceTo(at);
        appendedMessages = appendedMessages() + physicalOffsets.length;
        return new Appended(first, firstQueueOffset, totalBytes, at, nowMs, physicalOffsets);
    }

    private Refused busy() {
        long heldMs = lock.heldMs();
        long limitMs = checks.lockWaitMaxMs();
        return new Refused(
                Refusal.BUSY,
                "the log has been busy with another message for " + heldMs + " ms; waited " + limitMs
                        + " ms (osPageCacheBusyTimeOutMills)",
                heldMs,
                limitMs);
    }

    private Refused diskFull(IOException e) {
        return Refused.of(
                Refusal.DISK_FULL,
                "no space for the log on the disk of " + tail.dir() + " (" + e.getMessage()
                        + "); sends go on once there is (fileReservedTime and cleanFileForciblyEnable say what is deleted)");
    }

    public long appendedMessages() {
        return appendedMessages;
    }
}
