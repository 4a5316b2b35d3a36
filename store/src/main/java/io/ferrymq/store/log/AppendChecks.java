package io.ferrymq.store.log;

import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.store.AppendResult.Refusal;
import io.ferrymq.store.AppendResult.Refused;
import io.ferrymq.store.config.WriteLimits;
import io.ferrymq.store.queue.TopicQueues;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** Decides what may not go into the log, and what to tell the sender. */
public final class AppendChecks {
    private static final String RETRY_PREFIX = "%RETRY%";

    private final Supplier<WriteLimits> limits;
    private final int segmentBytes;

    /** @param limits those in force, asked for each message */
    public AppendChecks(Supplier<WriteLimits> limits, int segmentBytes) {
        this.limits = limits;
        this.segmentBytes = segmentBytes;
    }

    long lockWaitMaxMs() {
        return limits.get().lockWaitMaxMs();
    }

    /** Records of version 2 are for topics that version 1 cannot hold. */
    boolean needsVersion2(TopicQueues topic) {
        return topic.utf8().length > RecordLayout.TOPIC_V1_MAX_BYTES;
    }

    /** @param known the topic when it is known: its name has been measured before */
    Refused topicRefusal(TopicQueues known, String topic, int queueId) {
        int topicBytes = known != null ? known.utf8().length : topic.getBytes(StandardCharsets.UTF_8).length;
        boolean mayBeLong = topic.startsWith(RETRY_PREFIX) && limits.get().longTopicRecords();
        int max = mayBeLong ? RecordLayout.TOPIC_MAX_BYTES : RecordLayout.TOPIC_V1_MAX_BYTES;
        if (topicBytes == 0 || topicBytes > max) {
            return new Refused(
                    Refusal.TOPIC_TOO_LONG,
                    "topic has " + topicBytes + " bytes, must have 1 to " + max,
                    topicBytes,
                    max);
        }
        if (queueId < 0 || queueId > RecordLayout.QUEUE_ID_MAX) {
            return new Refused(
                    Refusal.QUEUE_ID_ILLEGAL,
                    "queue id " + queueId + " is not between 0 and " + RecordLayout.QUEUE_ID_MAX,
                    queueId,
                    RecordLayout.QUEUE_ID_MAX);
        }
        return null;
    }

    Refused contentRefusal(int bodyBytes, int propertiesBytes) {
        if (propertiesBytes > PropertyBytes.SIZE_MAX_BYTES) {
            return new Refused(
                    Refusal.PROPERTIES_TOO_LARGE,
                    "properties have " + propertiesBytes + " bytes, at most " + PropertyBytes.SIZE_MAX_BYTES,
                    propertiesBytes,
                    PropertyBytes.SIZE_MAX_BYTES);
        }
        int bodyMaxBytes = limits.get().bodyMaxBytes();
        if (bodyBytes > bodyMaxBytes) {
            return new Refused(
                    Refusal.MESSAGE_TOO_LARGE,
                    "body has " + bodyBytes + " bytes, at most " + bodyMaxBytes + " (maxMessageSize)",
                    bodyBytes,
                    bodyMaxBytes);
        }
        return null;
    }

    /** A batch comes as one body, and is one for its sender. */
    Refused batchRefusal(int bodyBytes) {
        int bodyMaxBytes = limits.get().bodyMaxBytes();
        return bodyBytes <= bodyMaxBytes
                ? null
                : new Refused(
                        Refusal.MESSAGE_TOO_LARGE,
                        "batch has " + bodyBytes + " bytes, at most " + bodyMaxBytes + " (maxMessageSize)",
                        bodyBytes,
                        bodyMaxBytes);
    }

    /** One region of a file takes it all, and a blank record must fit behind. */
    Refused sizeRefusal(long totalBytes) {
        int max = segmentBytes - RecordLayout.BLANK_SIZE_BYTES;
        return totalBytes <= max
                ? null
                : new Refused(
                        Refusal.MESSAGE_TOO_LARGE,
                        "needs " + totalBytes + " bytes in one log file, at most " + max + " (mappedFileSizeCommitLog)",
                        totalBytes,
                        max);
    }
}
