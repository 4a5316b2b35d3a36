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
    private final Queue<String> tried = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean ended;

    Load(DefaultMQProducer producer, List<String> topics, String prefix) {
        for (int i = 0; i < SENDERS; i++) {
            String mark = prefix + "-" + i + "-";
            boolean batches = i == 0;
            threads.add(new Thread(() -> send(producer, topics, mark, batches)));
        }
        threads.forEach(Thread::start);
    }

    int size() {
        return answered.size();
    }

    private void send(DefaultMQProducer producer, List<String> topics, String mark, boolean batches) {
        for (int n = 0; !ended; n++) {
            List<Message> messages = new ArrayList<>();
            String topic = topics.get(n % topics.size());
            for (int i = 0; i < (batches ? BATCH : 1); i++) {
                String key = mark + n + "-" + i;
                tried.add(key);
                // Lengths differ, so that records and file ends meet in many ways.
                messages.add(new Message(topic, "tag", key, (key + "x".repeat((n * 37 + i) % 900)).getBytes(UTF_8)));
            }
            try {
                SendResult result = batches ? producer.send(messages) : producer.send(messages.get(0));
                if (result.getSendStatus() == SendStatus.SEND_OK) {
                    for (int i = 0; i < messages.size(); i++) {
                        answered.add(new Audit.Answered(
                                topic,
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

    /** Keys of all that was sent, answered or not. */
    List<String> tried() {
        return new ArrayList<>(tried);
    }

    List<Audit.Answered> end() throws InterruptedException {
        ended = true;
        for (Thread thread : threads) {
            thread.join();
        }
        return new ArrayList<>(answered);
    }
}
