package io.ferrymq.peers;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.apache.rocketmq.client.QueryResult;
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer;
import org.apache.rocketmq.client.consumer.DefaultMQPullConsumer;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.PullResult;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.ConsumeOrderlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.consumer.listener.MessageListenerOrderly;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendCallback;
import org.apache.rocketmq.client.producer.SendResult;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.message.MessageQueue;

/**
 * What an application of the published client does, asked for by name. Compiled against each version of the client and loaded with
 * it in a class loader of its own, so that only types of the JDK cross the border.
 */
public final class PeerClient implements BiFunction<String, List<String>, List<String>> {
    private static final long WAIT_MS = 90_000;
    /** Instead of the 30 s after which a client looks for a retry topic that its first refusal has brought about. */
    private static final int INTERVAL_MS = 1_000;

    @Override
    public List<String> apply(String what, List<String> args) {
        try {
            return operation(what, args).call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(what + " " + args + ": " + e, e);
        }
    }

    private static Callable<List<String>> operation(String what, List<String> args) {
        switch (what) {
            case "send":
                return () -> send(args.get(0), args.get(1), args.get(2), Integer.parseInt(args.get(3)), args.get(4));
            case "push":
                return () ->
                        push(args.get(0), args.get(1), args.get(2), args.get(3), Integer.parseInt(args.get(4)), false);
            case "pushOrderly":
                return () ->
                        push(args.get(0), args.get(1), args.get(2), args.get(3), Integer.parseInt(args.get(4)), true);
            case "retry":
                return () -> retry(args.get(0), args.get(1), args.get(2));
            case "litePull":
                return () -> litePull(args.get(0), args.get(1), args.get(2), Integer.parseInt(args.get(3)));
            case "pull":
                return () -> pull(args.get(0), args.get(1), args.get(2));
            case "find":
                return () -> find(args.get(0), args.get(1), args.get(2), true);
            case "findByKey":
                return () -> find(args.get(0), args.get(1), args.get(2), false);
            case "traced":
                return () ->
                        Collections.singletonList(PeerTracer.sendAndConsume(args.get(0), args.get(1), args.get(2)));
            case "offsets":
                return () -> offsets(args.get(0), args.get(1));
            default:
                throw new IllegalArgumentException(what);
        }
    }

    /** Sends in one of the ways and returns the client's message ids; one-way sends have none. */
    private static List<String> send(String nameServer, String topic, String way, int count, String prefix)
            throws Exception {
        DefaultMQProducer producer = new DefaultMQProducer("peer-producer-" + way);
        producer.setNamesrvAddr(nameServer);
        // Generous: the machine may be busy with other things.
        producer.setSendMsgTimeout((int) WAIT_MS);
        producer.setMqClientApiTimeout((int) WAIT_MS);
        producer.setInstanceName("peer-" + System.nanoTime());
        producer.start();
        try {
            List<String> ids = Collections.synchronizedList(new ArrayList<>());
            if (way.equals("batch")) {
                List<Message> batch = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    batch.add(message(topic, prefix, i));
                }
                ids.add(checked(producer.send(batch)).getMsgId());
                return ids;
            }
            CountDownLatch sent = new CountDownLatch(count);
            for (int i = 0; i < count; i++) {
                Message message = message(topic, prefix, i);
                switch (way) {
                    case "sync":
                        ids.add(checked(producer.send(message)).getMsgId());
                        break;
                    case "selector":
                        ids.add(checked(producer.send(
                                        message, (queues, m, arg) -> queues.get((Integer) arg % queues.size()), i))
                                .getMsgId());
                        break;
                    case "async":
                        producer.send(message, new SendCallback() {
                            @Override
                            public void onSuccess(SendResult result) {
                                ids.add(checked(result).getMsgId());
                                sent.countDown();
                            }

                            @Override
                            public void onException(Throwable e) {
                                ids.add("failed: " + e);
                                sent.countDown();
                            }
                        });
                        break;
                    case "oneway":
                        producer.sendOneway(message);
                        break;
                    default:
                        throw new IllegalArgumentException(way);
                }
            }
            if (way.equals("async") && !sent.await(WAIT_MS, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("only " + ids.size() + " of " + count + " sends were answered");
            }
            return new ArrayList<>(ids);
        } finally {
            producer.shutdown();
        }
    }

    private static Message message(String topic, String prefix, int i) {
        // The last of each hundred is long enough that the client compresses it.
        String body = prefix + i + (i % 100 == 99 ? new String(new char[6000]).replace('\0', 'z') : "");
        return new Message(topic, i % 2 == 0 ? "even" : "odd", prefix + i, body.getBytes(StandardCharsets.UTF_8));
    }

    private static SendResult checked(SendResult result) {
        if (result.getSendStatus() != SendStatus.SEND_OK) {
            throw new IllegalStateException(result.toString());
        }
        return result;
    }

    /** Consumes until so many different keys have come, and returns the keys in the order of their arrival. */
    private static List<String> push(
            String nameServer, String topic, String group, String tags, int count, boolean orderly) throws Exception {
        List<String> keys = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch all = new CountDownLatch(count);
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(group);
        consumer.setNamesrvAddr(nameServer);
        consumer.setInstanceName("peer-" + System.nanoTime());
        consumer.setMqClientApiTimeout((int) WAIT_MS);
        consumer.setPollNameServerInterval(INTERVAL_MS);
        consumer.setHeartbeatBrokerInterval(INTERVAL_MS);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        // Without it, the position of the last message may not be told: its listener has not returned yet.
        consumer.setAwaitTerminationMillisWhenShutdown(WAIT_MS);
        consumer.subscribe(topic, tags);
        if (orderly) {
            consumer.registerMessageListener((MessageListenerOrderly) (messages, context) -> {
                take(messages, keys, all);
                return ConsumeOrderlyStatus.SUCCESS;
            });
        } else {
            consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
                take(messages, keys, all);
                return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
            });
        }
        consumer.start();
        try {
            all.await(WAIT_MS, TimeUnit.MILLISECONDS);
            return new ArrayList<>(keys);
        } finally {
            consumer.shutdown();
        }
    }

    private static void take(List<MessageExt> messages, List<String> keys, CountDownLatch all) {
        for (MessageExt message : messages) {
            String body = new String(message.getBody(), StandardCharsets.UTF_8);
            keys.add(body.startsWith(message.getKeys()) ? message.getKeys() : "wrong body of " + message.getKeys());
            all.countDown();
        }
    }

    /** Refuses each message once; returns "key times" per delivery until one was delivered a second time. */
    private static List<String> retry(String nameServer, String topic, String group) throws Exception {
        List<String> deliveries = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch again = new CountDownLatch(1);
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(group);
        consumer.setNamesrvAddr(nameServer);
        consumer.setInstanceName("peer-" + System.nanoTime());
        consumer.setMqClientApiTimeout((int) WAIT_MS);
        consumer.setPollNameServerInterval(INTERVAL_MS);
        consumer.setHeartbeatBrokerInterval(INTERVAL_MS);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe(topic, "*");
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            boolean first = false;
            for (MessageExt message : messages) {
                deliveries.add(message.getKeys() + " " + message.getReconsumeTimes() + " " + message.getTopic());
                first |= message.getReconsumeTimes() == 0;
            }
            if (!first) {
                again.countDown();
            }
            context.setDelayLevelWhenNextConsume(1);
            return first ? ConsumeConcurrentlyStatus.RECONSUME_LATER : ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        consumer.start();
        try {
            again.await(WAIT_MS, TimeUnit.MILLISECONDS);
            return new ArrayList<>(deliveries);
        } finally {
            consumer.shutdown();
        }
    }

    private static List<String> litePull(String nameServer, String topic, String group, int count) throws Exception {
        DefaultLitePullConsumer consumer = new DefaultLitePullConsumer(group);
        consumer.setNamesrvAddr(nameServer);
        consumer.setInstanceName("peer-" + System.nanoTime());
        consumer.setMqClientApiTimeout((int) WAIT_MS);
        consumer.setPollNameServerInterval(INTERVAL_MS);
        consumer.setHeartbeatBrokerInterval(INTERVAL_MS);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe(topic, "*");
        consumer.start();
        List<String> keys = new ArrayList<>();
        try {
            long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WAIT_MS);
            while (keys.size() < count && System.nanoTime() < deadline) {
                consumer.poll(1000).forEach(message -> keys.add(message.getKeys()));
            }
            consumer.commitSync();
            return keys;
        } finally {
            consumer.shutdown();
        }
    }

    private static List<String> pull(String nameServer, String topic, String group) throws Exception {
        DefaultMQPullConsumer consumer = new DefaultMQPullConsumer(group);
        consumer.setNamesrvAddr(nameServer);
        consumer.setInstanceName("peer-" + System.nanoTime());
        consumer.setMqClientApiTimeout((int) WAIT_MS);
        consumer.setPollNameServerInterval(INTERVAL_MS);
        consumer.setHeartbeatBrokerInterval(INTERVAL_MS);
        consumer.start();
        List<String> keys = new ArrayList<>();
        try {
            for (MessageQueue queue : consumer.fetchSubscribeMessageQueues(topic)) {
                long offset = consumer.minOffset(queue);
                while (offset < consumer.maxOffset(queue)) {
                    PullResult result = consumer.pull(queue, "*", offset, 32);
                    if (result.getMsgFoundList() != null) {
                        result.getMsgFoundList().forEach(message -> keys.add(message.getKeys()));
                    }
                    offset = result.getNextBeginOffset();
                }
                consumer.updateConsumeOffset(queue, offset);
            }
            return keys;
        } finally {
            consumer.shutdown();
        }
    }

    /** Finds a message by key, then by both of its ids if asked to; returns the bodies. Its offset id leads to the broker that stored it. */
    private static List<String> find(String nameServer, String topic, String key, boolean byIds) throws Exception {
        DefaultMQProducer producer = new DefaultMQProducer("peer-finder");
        producer.setNamesrvAddr(nameServer);
        producer.setInstanceName("peer-" + System.nanoTime());
        producer.start();
        try {
            QueryResult byKey = producer.queryMessage(topic, key, 32, 0, Long.MAX_VALUE);
            MessageExt found = byKey.getMessageList().get(0);
            List<String> bodies = new ArrayList<>();
            bodies.add(new String(found.getBody(), StandardCharsets.UTF_8));
            if (!byIds) {
                return bodies;
            }
            String offsetId = org.apache.rocketmq.common.message.MessageDecoder.createMessageId(
                    found.getStoreHost(), found.getCommitLogOffset());
            bodies.add(new String(producer.viewMessage(topic, offsetId).getBody(), StandardCharsets.UTF_8));
            bodies.add(new String(
                    producer.viewMessage(topic, found.getProperty("UNIQ_KEY")).getBody(), StandardCharsets.UTF_8));
            return bodies;
        } finally {
            producer.shutdown();
        }
    }

    /** Per queue "min max byTime earliest>0". */
    private static List<String> offsets(String nameServer, String topic) throws Exception {
        DefaultMQProducer producer = new DefaultMQProducer("peer-offsets");
        producer.setNamesrvAddr(nameServer);
        producer.setInstanceName("peer-" + System.nanoTime());
        producer.start();
        try {
            List<String> lines = new ArrayList<>();
            for (MessageQueue queue : producer.fetchPublishMessageQueues(topic)) {
                lines.add(producer.minOffset(queue) + " " + producer.maxOffset(queue) + " "
                        + producer.searchOffset(queue, 0) + " " + (producer.earliestMsgStoreTime(queue) > 0));
            }
            return lines;
        } finally {
            producer.shutdown();
        }
    }
}
