package io.ferrymq.peers;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendResult;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.common.message.Message;

/**
 * A producer of the published client: sends each key it is given, waits, and tells the name of the broker that took it; null shuts it down.
 * Settings: nameServer, topic, and, if brokers shall be avoided after a failure, avoidanceMs.
 */
public final class PeerProducer implements Function<Map<String, String>, Function<String, String>> {
    private static final int PATIENT_MS = 20_000;

    @Override
    public Function<String, String> apply(Map<String, String> settings) {
        DefaultMQProducer producer = new DefaultMQProducer("peer-producer");
        producer.setNamesrvAddr(settings.get("nameServer"));
        producer.setInstanceName("peer-" + System.nanoTime());
        String avoidanceMs = settings.get("avoidanceMs");
        if (avoidanceMs == null) {
            producer.setSendMsgTimeout(PATIENT_MS);
        } else {
            producer.setSendLatencyFaultEnable(true);
            producer.setLatencyMax(new long[] {0, 5_000});
            producer.setNotAvailableDuration(new long[] {0, Long.parseLong(avoidanceMs)});
        }
        try {
            producer.start();
        } catch (Exception e) {
            throw new IllegalStateException("start: " + e, e);
        }
        String topic = settings.get("topic");
        return key -> {
            if (key == null) {
                producer.shutdown();
                return null;
            }
            try {
                SendResult result = producer.send(new Message(topic, "tag", key, key.getBytes(StandardCharsets.UTF_8)));
                if (result.getSendStatus() != SendStatus.SEND_OK) {
                    throw new IllegalStateException(result.toString());
                }
                return result.getMessageQueue().getBrokerName();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e.toString(), e);
            }
        };
    }
}
