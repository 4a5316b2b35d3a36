package io.ferrymq.common.message;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Names a message that waits for its delivery time, so that it can be taken back: URL-safe Base64 of
 * {@code v1 topic broker deliverTimeMs uniqueId} (RocketMQ client facts, section recall).
 *
 * @param topic with its namespace
 * @param deliverTimeMs since 1970
 */
public record RecallHandle(String topic, String brokerName, long deliverTimeMs, String uniqueId) {
    private static final String VERSION = "v1";
    private static final int PARTS = 5;

    /** @throws IllegalArgumentException when the text is no handle */
    public static RecallHandle decode(String text) {
        if (text == null || text.isEmpty()) {
            throw new IllegalArgumentException("recall handle is invalid: it is empty");
        }
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("recall handle is invalid: '" + text + "' is no URL-safe Base64", e);
        }
        String plain = new String(bytes, StandardCharsets.UTF_8);
        String[] parts = plain.split(" ", -1);
        if (parts.length != PARTS || !parts[0].equals(VERSION)) {
            throw new IllegalArgumentException(
                    "recall handle is invalid: '" + plain + "' is not 'v1 topic broker deliverTimeMs uniqueId'");
        }
        try {
            return new RecallHandle(parts[1], parts[2], Long.parseLong(parts[3]), parts[4]);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "recall handle is invalid: '" + parts[3] + "' is no time in milliseconds", e);
        }
    }

    public String encode() {
        String plain = String.join(" ", VERSION, topic, brokerName, Long.toString(deliverTimeMs), uniqueId);
        return Base64.getUrlEncoder().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
    }
}
