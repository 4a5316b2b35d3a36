package io.ferrymq.distribution.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.client.producer.SendResult;
import io.ferrymq.client.producer.SendStatus;
import io.ferrymq.common.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Threads that send until the broker dies under them, and remember what was answered OK. */
final class Load {
    private static final int SENDERS = 4;
    private static final int BATCH = 5;

    private final Queue<Audit.Answered> answered = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean ended;

    Load(DefaultMQProducer producer, String topic, String prefix) {
        for (int i = 0; i < SENDERS; i++) {
            String mark = prefix + "-" + i + "-";
            boolean batches = i == 0;
            threads.add(new Thread(() -> send(producer, topic, mark, batches)));
        }
        threads.forEach(Thread::start);
    }

    int size() {
        return answered.size();
    }

    private void send(DefaultMQProducer producer, String topic, String mark, boolean batches) {
        for (int n = 0; !ended; n++) {
            List<Message> messages = new ArrayList<>();
            for (int i = 0; i < (batches ? BATCH : 1); i++) {
                String key = mark + n + "-" + i;
                // Lengths differ, so that records and file ends meet in many ways.
                messages.add(new Message(topic, "tag", key, (key + "x".repeat((n * 37 + i) % 900)).getBytes(UTF_8)));
            }
            try {
                SendResult result = batches ? producer.send(messages) : producer.send(messages.get(0));
                if (result.getSendStatus() == SendStatus.SEND_OK) {
                    for (int i = 0; i < messages.size(); i++) {
                        answered.add(new Audit.Answered(
                                messages.get(i).getKeys(),
                                result.getMessageQueue().getQueueId(),
                                result.getQueueOffset() + i));
                    }
                }
            } catch (InterruptedException e) {
                return;
            } catch (Exception e) {
                // The broker was killed: what it had not answered is not counted, and there is nobody left to send to.
                return;
            }
        }
    }

    List<Audit.Answered> end() throws InterruptedException {
        ended = true;
        for (Thread thread : threads) {
            thread.join();
        }
        return new ArrayList<>(answered);
    }
}
