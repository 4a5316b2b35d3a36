package io.ferrymq.distribution.e2e;

import io.ferrymq.broker.Broker;
import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.DataVersion;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.TopicFilterType;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.namesrv.NameServer;
import io.ferrymq.namesrv.NamesrvConfig;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.IoThreads;
import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.RemotingSettings;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.RegisterBrokerBody;
import io.ferrymq.remoting.protocol.body.TopicConfigSerializeWrapper;
import io.ferrymq.remoting.protocol.header.CreateTopicRequestHeader;
import io.ferrymq.remoting.protocol.header.RegisterBrokerRequestHeader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A nameserver, brokers and clients in this process, on free ports of the loopback address. What it started it ends. */
final class TestCluster implements AutoCloseable {
    private static final long TIMEOUT_MS = 10_000;

    private final Path directory;
    private final NameServer nameServer;
    private final Map<String, Broker> brokers = new HashMap<>();
    private final IoThreads threads = new IoThreads("test-admin", 1);
    private final RemotingClient admin = new RemotingClient(threads, RemotingSettings.defaults(), HandlerTable.empty());
    private final List<Runnable> clients = new ArrayList<>();

    private TestCluster(Path directory) throws Exception {
        this.directory = directory;
        this.nameServer = NameServer.start(NamesrvConfig.embedded(directory.resolve("namesrv")));
    }

    static TestCluster start(Path directory, String... brokerNames) throws Exception {
        TestCluster cluster = new TestCluster(directory);
        for (String name : brokerNames) {
            cluster.startBroker(name);
        }
        return cluster;
    }

    void startBroker(String name, String... keysAndValues) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "listenPort", "0",
                "brokerIP1", "127.0.0.1",
                "brokerName", name,
                "namesrvAddr", nameServer.addressText(),
                "storePathRootDir", directory.resolve(name).toString(),
                "mappedFileSizeCommitLog", Integer.toString(16 << 20),
                "messageDelayLevel", "1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s",
                "maxHashSlotNum", "1000",
                "maxIndexNum", "40000"));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            settings.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        brokers.put(name, Broker.start(BrokerConfig.of(settings)));
    }

    void stopBroker(String name) {
        brokers.remove(name).close();
    }

    void createTopic(String topic, int queues) throws Exception {
        for (String broker : brokers.keySet()) {
            Reply reply = call(
                    broker,
                    Request.of(
                            RequestCode.UPDATE_AND_CREATE_TOPIC,
                            new CreateTopicRequestHeader(
                                    topic,
                                    "TBW102",
                                    queues,
                                    queues,
                                    6,
                                    TopicFilterType.SINGLE_TAG,
                                    0,
                                    false,
                                    null,
                                    null)));
            if (!reply.isSuccess()) {
                throw new IllegalStateException("topic " + topic + ": " + reply.remark());
            }
        }
    }

    /** Tells the nameserver of a broker at an address where it may be or not. */
    void register(String brokerName, String address, String topic, int queues) throws Exception {
        RegisterBrokerBody body = new RegisterBrokerBody(
                TopicConfigSerializeWrapper.of(
                        Map.of(topic, TopicConfig.of(topic, queues), "other", TopicConfig.of("other", 1)),
                        DataVersion.initial(1)),
                List.of());
        RegisterBrokerRequestHeader header = new RegisterBrokerRequestHeader(
                "DefaultCluster", brokerName, address, 0, address, null, null, false, 0, null);
        Reply reply = admin.call(
                nameServerAddress(),
                Request.of(RequestCode.REGISTER_BROKER, header).withBody(Json.encode(body)),
                TIMEOUT_MS);
        if (!reply.isSuccess()) {
            throw new IllegalStateException("broker " + brokerName + ": " + reply.remark());
        }
    }

    Reply call(String brokerName, Request<?> request) throws Exception {
        return admin.call(brokers.get(brokerName).address(), request, TIMEOUT_MS);
    }

    String nameServerAddress() {
        return nameServer.addressText();
    }

    DefaultMQProducer producer() throws Exception {
        DefaultMQProducer producer = new DefaultMQProducer("producers");
        producer.setNamesrvAddr(nameServerAddress());
        producer.start();
        clients.add(producer::shutdown);
        return producer;
    }

    /** Not started yet. */
    DefaultMQPushConsumer consumer(String group) {
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(group);
        consumer.setNamesrvAddr(nameServerAddress());
        consumer.setAwaitTerminationMillisWhenShutdown(5_000);
        clients.add(consumer::shutdown);
        return consumer;
    }

    /** Sends {@code count} messages with bodies 0, 1, 2 …, in turn to all queues. */
    void send(DefaultMQProducer producer, String topic, int from, int count) throws Exception {
        for (int i = from; i < from + count; i++) {
            producer.send(new Message(topic, "tag", Integer.toString(i).getBytes(StandardCharsets.UTF_8)));
        }
    }

    void sendTo(DefaultMQProducer producer, MessageQueue queue, int from, int count) throws Exception {
        for (int i = from; i < from + count; i++) {
            producer.send(new Message(queue.getTopic(), Integer.toString(i).getBytes(StandardCharsets.UTF_8)), queue);
        }
    }

    @Override
    public void close() {
        clients.forEach(Runnable::run);
        admin.close();
        brokers.values().forEach(Broker::close);
        nameServer.close();
        threads.close();
    }
}
