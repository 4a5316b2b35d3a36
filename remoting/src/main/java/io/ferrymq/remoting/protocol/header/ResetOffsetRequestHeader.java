package io.ferrymq.remoting.protocol.header;

/**
 * {@code INVOKE_BROKER_TO_RESET_OFFSET} (222) from the tool and {@code RESET_CONSUMER_CLIENT_OFFSET} (220) from the
 * broker. A timestamp of -1 means the end; {@code queueId} and {@code offset} name one explicit target.
 */
public record ResetOffsetRequestHeader(
        String topic, String group, long timestamp, Boolean isForce, Integer queueId, Long offset) {}
