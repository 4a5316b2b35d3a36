package io.ferrymq.distribution.quickstart;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ferrymq.client.QueryResult;
import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.client.producer.SendResult;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageExt;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Messages in, out, and one found by its key, by the same SDK that an application uses. */
final class Tour {
    private static final String TOPIC = "QuickstartOrders";
    private static final String GROUP = "quickstart-shipping";
    private static final int QUEUES = 4;
    private static final int MESSAGES = 1_000;
    private static final String[] TAGS = {"express", "standard"};
    private static final int WAIT_SECONDS = 60;

    private final String nameServer;
    private final PrintWriter out;

    Tour(String nameServer, PrintWriter out) {
        this.nameServer = nameServer;
        this.out = out;
    }

    void run() throws Exception {
        DefaultMQProducer producer = new DefaultMQProducer("quickstart-orders");
        producer.setNamesrvAddr(nameServer);
        producer.start();
        try {
            producer.createTopic("TBW102", TOPIC, QUEUES, Map.of());
            step(
                    "Created the topic " + TOPIC + " with " + QUEUES + " queues.",
                    "updateTopic -c DefaultCluster -t " + TOPIC + " -r " + QUEUES + " -w " + QUEUES);
            send(producer);
            consume();
            find(producer);
        } finally {
            producer.shutdown();
        }
    }

    private void send(DefaultMQProducer producer) throws Exception {
        long startNanos = System.nanoTime();
        SendResult last = null;
        for (int i = 0; i < MESSAGES; i++) {
            byte[] body = ("parcel " + i).getBytes(UTF_8);
            last = producer.send(new Message(TOPIC, TAGS[i % TAGS.length], "order-" + i, body));
        }
        step(
                String.format(
                        "Sent %,d messages with keys and tags in %d ms, one after the other; the last went to queue %d at offset %d.",
                        MESSAGES, elapsedMs(startNanos), last.getMessageQueue().getQueueId(), last.getQueueOffset()),
                "sendMessage -t " + TOPIC + " -p 'one parcel to Oslo' -k order-oslo -c express",
                "topicStatus -t " + TOPIC);
    }

    private void consume() throws Exception {
        Set<String> keys = ConcurrentHashMap.newKeySet();
        CountDownLatch all = new CountDownLatch(1);
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(GROUP);
        consumer.setNamesrvAddr(nameServer);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe(TOPIC, String.join(" || ", TAGS));
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            messages.forEach(message -> keys.add(message.getKeys()));
            if (keys.size() >= MESSAGES) {
                all.countDown();
            }
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        long startNanos = System.nanoTime();
        consumer.start();
        try {
            if (!all.await(WAIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("only " + keys.size() + " of " + MESSAGES
                        + " messages were consumed within " + WAIT_SECONDS + " s");
            }
        } finally {
            consumer.shutdown();
        }
        step(
                String.format(
                        "Consumed all %,d with a push consumer of the group %s in %d ms, its start included.",
                        keys.size(), GROUP, elapsedMs(startNanos)),
                "consumerProgress -g " + GROUP,
                "consumeMessage -t " + TOPIC);
    }

    private void find(DefaultMQProducer producer) throws Exception {
        String key = "order-" + MESSAGES / 2;
        QueryResult found = producer.queryMessage(TOPIC, key, 1, 0, Long.MAX_VALUE);
        MessageExt message = found.getMessageList().get(0);
        step(
                String.format(
                        "Found the message with the key %s: \"%s\", queue %d, offset %d.",
                        key, new String(message.getBody(), UTF_8), message.getQueueId(), message.getQueueOffset()),
                "queryMsgByKey -t " + TOPIC + " -k " + key,
                "queryMsgByUniqueKey -t " + TOPIC + " -i " + message.getMsgId());
    }

    private void step(String done, String... byHand) {
        out.println();
        out.println(done);
        for (String command : byHand) {
            out.println("  bin/mqadmin " + command + (nameServer.equals("127.0.0.1:9876") ? "" : " -n " + nameServer));
        }
        out.flush();
    }

    private static long elapsedMs(long startNanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    }
}
