package io.ferrymq.client.consumer;

import io.ferrymq.client.exception.MQClientException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;

/** The text form of the time at which a new group starts. */
final class ConsumeTimestamp {
    private static final DateTimeFormatter FORM = DateTimeFormatter.ofPattern("yyyyMMddHHmmss");
    private static final int DEFAULT_MINUTES = 30;

    private ConsumeTimestamp() {}

    static String halfAnHourAgo() {
        return FORM.format(LocalDateTime.now(ZoneId.systemDefault()).minusMinutes(DEFAULT_MINUTES));
    }

    static long toMs(String text) throws MQClientException {
        try {
            return LocalDateTime.parse(text, FORM)
                    .atZone(ZoneId.systemDefault())
                    .toInstant()
                    .toEpochMilli();
        } catch (DateTimeParseException | NullPointerException e) {
            throw new MQClientException(
                    "consumeTimestamp is invalid, the valid format is yyyyMMddHHmmss, but received " + text, e);
        }
    }
}
