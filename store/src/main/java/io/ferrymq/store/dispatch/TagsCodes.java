package io.ferrymq.store.dispatch;

import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.common.message.PropertyName;
import java.util.List;

/** What a consume queue's entry holds as tag code: the tag's hash; in the schedule topic the time of delivery. */
public final class TagsCodes {
    private static final String SCHEDULE_TOPIC = "SCHEDULE_TOPIC_XXXX";
    private static final long UNKNOWN_LEVEL_DELAY_MS = 1000;

    private final long[] delayLevelsMs;

    public TagsCodes(List<Long> delayLevelsMs) {
        this.delayLevelsMs = delayLevelsMs.stream().mapToLong(Long::longValue).toArray();
    }

    public long of(String topic, PropertyBytes properties, long storeTimestampMs) {
        if (topic.equals(SCHEDULE_TOPIC)) {
            int level = properties.getInt(PropertyName.DELAY, 0);
            if (level > 0) {
                return storeTimestampMs + delayMs(level);
            }
        }
        return properties.tagsCode();
    }

    private long delayMs(int level) {
        int known = Math.min(level, delayLevelsMs.length);
        return known == 0 ? UNKNOWN_LEVEL_DELAY_MS : delayLevelsMs[known - 1];
    }
}
