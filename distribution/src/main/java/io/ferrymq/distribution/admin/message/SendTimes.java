package io.ferrymq.distribution.admin.message;

import io.ferrymq.common.message.Message;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.TopicQueue;
import java.util.ArrayList;
import java.util.List;

/**
 * How long sends take.
 *
 * @param averageMs over those that were stored; null when none was
 */
record SendTimes(Double averageMs, int failed, List<SendTime> sends) {
    private static final double NANOS_PER_MS = 1e6;

    /**
     * One send.
     *
     * @param result SEND_OK, another outcome of a stored message, or the reason why it was not
     */
    record SendTime(String brokerName, int queueId, boolean stored, String result, double ms) {}

    /**
     * Sends messages one after the other, to each queue in turn.
     *
     * @param brokerName the broker whose queues to take, null for all
     */
    static SendTimes measure(Admin admin, String topic, String brokerName, int count, int bodyBytes)
            throws CommandFailed, InterruptedException {
        if (count <= 0 || bodyBytes <= 0) {
            throw new CommandFailed(
                    "number and size of messages must be at least 1, were " + count + " and " + bodyBytes);
        }
        MessageSender sender = new MessageSender(admin, "mqadmin_send_times");
        List<TopicQueue> queues = sender.queues(topic, brokerName);
        List<SendTime> sends = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            TopicQueue queue = queues.get(i % queues.size());
            Message message = new Message(queue.topic(), body(bodyBytes));
            long startNanos = System.nanoTime();
            boolean stored = true;
            String result;
            try {
                result = sender.send(message, queue).status();
            } catch (CommandFailed e) {
                stored = false;
                result = e.getMessage();
            }
            double ms = (System.nanoTime() - startNanos) / NANOS_PER_MS;
            sends.add(new SendTime(queue.brokerName(), queue.queueId(), stored, result, ms));
        }
        List<SendTime> stored = sends.stream().filter(SendTime::stored).toList();
        if (stored.isEmpty()) {
            throw new CommandFailed("none of " + count + " messages was stored: "
                    + sends.get(sends.size() - 1).result());
        }
        double averageMs = stored.stream().mapToDouble(SendTime::ms).average().orElseThrow();
        return new SendTimes(averageMs, count - stored.size(), sends);
    }

    private static byte[] body(int bytes) {
        byte[] body = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            body[i] = (byte) ('a' + i % 26);
        }
        return body;
    }
}
