package io.ferrymq.broker.delay;

import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.common.message.PropertyName;
import io.ferrymq.common.topic.TopicValidator;
import io.ferrymq.store.MessageToStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The delays that a message can ask for by number (spec: broker 13.1, storage 6.1). Level n waits in queue n − 1 of the schedule topic. */
public final class DelayLevels {
    public static final String TOPIC = TopicValidator.RMQ_SYS_SCHEDULE_TOPIC;

    private final List<Long> delaysMs;

    private DelayLevels(List<Long> delaysMs) {
        this.delaysMs = List.copyOf(delaysMs);
    }

    /**
     * Reads {@code 1s 5s 1m 2h 1d}.
     *
     * @throws IllegalArgumentException that shows the piece that is no delay
     */
    public static DelayLevels parse(String text) {
        List<Long> delays = new ArrayList<>();
        for (String piece : text.trim().split("\\s+")) {
            delays.add(parseDelay(piece));
        }
        return new DelayLevels(delays);
    }

    private static long parseDelay(String piece) {
        long unitMs =
                switch (piece.isEmpty() ? ' ' : piece.charAt(piece.length() - 1)) {
                    case 's' -> 1_000L;
                    case 'm' -> 60_000L;
                    case 'h' -> 3_600_000L;
                    case 'd' -> 86_400_000L;
                    default -> 0L;
                };
        try {
            long delayMs = unitMs == 0
                    ? 0
                    : Math.multiplyExact(Long.parseLong(piece.substring(0, piece.length() - 1)), unitMs);
            if (delayMs > 0) {
                return delayMs;
            }
        } catch (NumberFormatException | ArithmeticException e) {
            throw illegal(piece, e);
        }
        throw illegal(piece, null);
    }

    private static IllegalArgumentException illegal(String piece, Exception cause) {
        return new IllegalArgumentException("'" + piece + "' is no delay like 10s, 5m, 2h or 1d", cause);
    }

    /** The highest level. */
    public int max() {
        return delaysMs.size();
    }

    /** @param level from 1; a higher one than there is counts as the highest */
    public long delayMs(int level) {
        return delaysMs.get(Math.min(level, max()) - 1);
    }

    /** Delays of level 1, 2, … */
    public List<Long> delaysMs() {
        return delaysMs;
    }

    /** The queue of the schedule topic in which a level waits. */
    public static int queueOf(int level) {
        return level - 1;
    }

    public static int levelOf(int queueId) {
        return queueId + 1;
    }

    /**
     * The message as it waits for its delivery when it asks for a delay, else the message itself. Its real topic and queue stand in its
     * properties meanwhile.
     */
    public MessageToStore schedule(MessageToStore message) {
        int asked = message.properties().getInt(PropertyName.DELAY, 0);
        if (asked <= 0) {
            return message;
        }
        int level = Math.min(asked, max());
        Map<String, String> changes = new LinkedHashMap<>();
        if (level != asked) {
            changes.put(PropertyName.DELAY.text(), Integer.toString(level));
        }
        changes.put(PropertyName.REAL_TOPIC.text(), message.topic());
        changes.put(PropertyName.REAL_QID.text(), Integer.toString(message.queueId()));
        PropertyBytes properties = message.properties()
                .without(PropertyName.TIMER_DELAY_SEC, PropertyName.TIMER_DELAY_MS, PropertyName.TIMER_DELIVER_MS)
                .with(changes);
        return new MessageToStore(
                TOPIC,
                queueOf(level),
                message.flag(),
                message.sysFlag(),
                message.bornTimestampMs(),
                message.bornHost(),
                message.storeHost(),
                message.reconsumeTimes(),
                message.preparedTransactionOffset(),
                message.body(),
                properties);
    }
}
