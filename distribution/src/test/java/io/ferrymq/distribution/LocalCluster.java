package io.ferrymq.distribution;

import static org.awaitility.Awaitility.await;

import io.ferrymq.broker.Broker;
import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.client.consumer.DefaultLitePullConsumer;
import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.DataVersion;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.TopicFilterType;
import io.ferrymq.common.constant.PermName;
import io.ferrymq.common.consumer.ConsumeFromWhere;
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
import io.ferrymq.remoting.protocol.body.ClusterInfo;
import io.ferrymq.remoting.protocol.body.RegisterBrokerBody;
import io.ferrymq.remoting.protocol.body.TopicConfigSerializeWrapper;
import io.ferrymq.remoting.protocol.header.CreateTopicRequestHeader;
import io.ferrymq.remoting.protocol.header.GetRouteInfoRequestHeader;
import io.ferrymq.remoting.protocol.header.RegisterBrokerRequestHeader;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Nameservers, brokers and clients in this process, on free ports of the loopback address. What it started it ends. */
public final class LocalCluster implements AutoCloseable {
    /** The name of the cluster. */
    public static final String CLUSTER = "DefaultCluster";

    /** The name of a broker, for tests that need one and do not care. */
    public static final String BROKER = "broker-a";

    /** Instead of the 30 s after which a client hears of a new topic. */
    private static final int ROUTE_INTERVAL_MS = 1_000;

    private static final long TIMEOUT_MS = 60_000;

    private final Path directory;
    private final List<NameServer> nameServers = new ArrayList<>();
    private final Map<String, Broker> brokers = new HashMap<>();
    private final IoThreads threads = new IoThreads("test-admin", 1);
    private final RemotingClient admin = new RemotingClient(threads, RemotingSettings.defaults(), HandlerTable.empty());
    private final List<Runnable> clients = new ArrayList<>();

    private LocalCluster(Path directory) {
        this.directory = directory;
    }

    /** One nameserver, and a broker of each name. */
    public static LocalCluster start(Path directory, String... brokerNames) throws Exception {
        LocalCluster cluster = withNameServers(directory, 1);
        for (String name : brokerNames) {
            cluster.startBroker(name);
        }
        return cluster;
    }

    /** Nameservers, and no broker yet. */
    public static LocalCluster withNameServers(Path directory, int count) throws IOException {
        LocalCluster cluster = new LocalCluster(directory);
        for (int i = 0; i < count; i++) {
            cluster.nameServers.add(NameServer.start(NamesrvConfig.embedded(directory.resolve("namesrv" + i))));
        }
        return cluster;
    }

    public void startBroker(String name) {
        start(name, settings(name, name), null);
    }

    /**
     * Starts a broker, on the files it left if it ran before, and waits until every nameserver knows it.
     *
     * @param confFile where it writes what is changed while it runs, or null
     */
    public void startBroker(String name, Path confFile) {
        start(name, settings(name, name), confFile);
    }

    /** Starts a broker with settings besides those of all brokers here. */
    public void startBroker(String name, Map<String, String> more) {
        Map<String, String> settings = settings(name, name);
        settings.putAll(more);
        start(name, settings, null);
    }

    /**
     * Starts a slave of a broker. In all methods it goes by the name {@link #slaveOf}; several have different ids.
     *
     * @param brokerId 1 or more
     * @param more settings besides those of all brokers here
     */
    public void startSlave(String masterName, long brokerId, Map<String, String> more) {
        String member = slaveOf(masterName, brokerId);
        Map<String, String> settings = settings(masterName, member);
        settings.put("brokerRole", "SLAVE");
        settings.put("brokerId", Long.toString(brokerId));
        settings.putAll(more);
        start(member, settings, null);
    }

    /** The name of a slave in {@link #stopBroker}, {@link #store}, {@link #brokerAddress(String)}. */
    public static String slaveOf(String masterName, long brokerId) {
        return masterName + "-s" + brokerId;
    }

    private Map<String, String> settings(String brokerName, String member) {
        return new HashMap<>(Map.ofEntries(
                Map.entry("listenPort", "0"),
                Map.entry("brokerIP1", "127.0.0.1"),
                Map.entry("brokerName", brokerName),
                Map.entry("brokerClusterName", CLUSTER),
                Map.entry("namesrvAddr", nameServerAddress()),
                Map.entry("storePathRootDir", store(member).toString()),
                Map.entry("mappedFileSizeCommitLog", Integer.toString(16 << 20)),
                Map.entry("messageDelayLevel", "1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s"),
                Map.entry("maxHashSlotNum", "1000"),
                Map.entry("maxIndexNum", "40000")));
    }

    private void start(String member, Map<String, String> settings, Path confFile) {
        Broker broker = Broker.start(BrokerConfig.of(settings), confFile);
        brokers.put(member, broker);
        // On a machine with much to do, a registration may take longer than the broker waits for it.
        await("every nameserver knows " + member)
                .atMost(Duration.ofMillis(TIMEOUT_MS))
                .until(() -> nameServerAddresses().stream()
                        .allMatch(address -> broker.identity().isMaster()
                                ? knows(address, broker.address())
                                : isMember(address, broker.address())));
    }

    /** A broker or slave that was started here. */
    public Broker broker(String name) {
        return brokers.get(name);
    }

    // A slave's topics are no topics to a nameserver: alone it is a member of the cluster, and no more.
    private boolean isMember(String nameServer, String brokerAddress) {
        Reply reply = callAt(nameServer, Request.of(RequestCode.GET_BROKER_CLUSTER_INFO));
        return reply.isSuccess()
                && Json.decode(reply.body(), ClusterInfo.class).brokerAddrTable().values().stream()
                        .anyMatch(data -> data.brokerAddrs().containsValue(brokerAddress));
    }

    private boolean knows(String nameServer, String brokerAddress) {
        return routeAt(nameServer, "SELF_TEST_TOPIC")
                .filter(route -> route.brokerDatas().stream()
                        .anyMatch(data -> data.brokerAddrs().containsValue(brokerAddress)))
                .isPresent();
    }

    public void stopBroker(String name) {
        brokers.remove(name).close();
    }

    /** Where a broker keeps its files. */
    public Path store(String brokerName) {
        return directory.resolve(brokerName);
    }

    /** The address of the broker {@link #BROKER}. */
    public String brokerAddress() {
        return brokerAddress(BROKER);
    }

    public String brokerAddress(String name) {
        return brokers.get(name).address();
    }

    /** Creates a topic at every master started here. */
    public void createTopic(String topic, int queues) {
        brokers.values().stream()
                .filter(broker -> broker.identity().isMaster())
                .forEach(broker -> createTopicAt(broker.address(), topic, queues));
    }

    public void createTopicAt(String address, String topic, int queues) {
        changeTopicAt(address, topic, queues, PermName.PERM_READ | PermName.PERM_WRITE);
    }

    /** @param perm see {@code PermName} */
    public void changeTopicAt(String address, String topic, int queues, int perm) {
        CreateTopicRequestHeader header = new CreateTopicRequestHeader(
                topic, "TBW102", queues, queues, perm, TopicFilterType.SINGLE_TAG, 0, false, null, null);
        Reply reply = callAt(address, Request.of(RequestCode.UPDATE_AND_CREATE_TOPIC, header));
        if (!reply.isSuccess()) {
            throw new IllegalStateException("topic " + topic + ": " + reply.remark());
        }
    }

    /** Ends the nameserver at an address, for good. */
    public void stopNameServer(String address) {
        NameServer gone = nameServers.stream()
                .filter(server -> server.addressText().equals(address))
                .findFirst()
                .orElseThrow();
        nameServers.remove(gone);
        gone.close();
    }

    /** What the first nameserver knows of a topic. */
    public Optional<TopicRouteData> route(String topic) {
        return routeAt(nameServerAddresses().get(0), topic);
    }

    private Optional<TopicRouteData> routeAt(String nameServer, String topic) {
        Reply reply = callAt(
                nameServer,
                Request.of(RequestCode.GET_ROUTEINFO_BY_TOPIC, new GetRouteInfoRequestHeader(topic, null, null, null)));
        return reply.isSuccess() ? Optional.of(Json.decode(reply.body(), TopicRouteData.class)) : Optional.empty();
    }

    /** Tells the nameserver of a broker at an address where it may be or not. */
    public void register(String brokerName, String address, String topic, int queues) {
        register(nameServerAddress(), brokerName, address, address, topic, queues);
    }

    /** The same at any nameserver, with the address where slaves are to connect. */
    public void register(
            String nameServer, String brokerName, String address, String haAddress, String topic, int queues) {
        RegisterBrokerBody body = new RegisterBrokerBody(
                TopicConfigSerializeWrapper.of(
                        Map.of(topic, TopicConfig.of(topic, queues), "other", TopicConfig.of("other", 1)),
                        DataVersion.initial(1)),
                List.of());
        RegisterBrokerRequestHeader header =
                new RegisterBrokerRequestHeader(CLUSTER, brokerName, address, 0, haAddress, null, null, false, 0, null);
        Reply reply = callAt(
                nameServer, Request.of(RequestCode.REGISTER_BROKER, header).withBody(Json.encode(body)));
        if (!reply.isSuccess()) {
            throw new IllegalStateException("broker " + brokerName + ": " + reply.remark());
        }
    }

    public Reply call(String brokerName, Request<?> request) {
        return callAt(brokerAddress(brokerName), request);
    }

    public Reply callAt(String address, Request<?> request) {
        try {
            return admin.call(address, request, TIMEOUT_MS);
        } catch (Exception e) {
            throw new IllegalStateException("call to " + address, e);
        }
    }

    /** All nameservers, as clients and {@code mqadmin -n} take them. */
    public String nameServerAddress() {
        return String.join(";", nameServerAddresses());
    }

    public List<String> nameServerAddresses() {
        return nameServers.stream().map(NameServer::addressText).toList();
    }

    public DefaultMQProducer producer() throws Exception {
        DefaultMQProducer producer = new DefaultMQProducer("producers");
        producer.setNamesrvAddr(nameServerAddress());
        producer.start();
        clients.add(producer::shutdown);
        return producer;
    }

    /** What a test started: ended before the servers. */
    public void atClose(Runnable end) {
        clients.add(end);
    }

    /** Not started yet. */
    public DefaultMQPushConsumer consumer(String group) {
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(group);
        consumer.setNamesrvAddr(nameServerAddress());
        consumer.setAwaitTerminationMillisWhenShutdown(5_000);
        consumer.setPollNameServerInterval(ROUTE_INTERVAL_MS);
        clients.add(consumer::shutdown);
        return consumer;
    }

    /** Not started yet; reads from the beginning, unless told otherwise. */
    public DefaultLitePullConsumer litePullConsumer(String group) {
        DefaultLitePullConsumer consumer = new DefaultLitePullConsumer(group);
        consumer.setNamesrvAddr(nameServerAddress());
        consumer.setPollNameServerInterval(ROUTE_INTERVAL_MS);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        clients.add(consumer::shutdown);
        return consumer;
    }

    /** Sends {@code count} messages with bodies 0, 1, 2 …, in turn to all queues. */
    public void send(DefaultMQProducer producer, String topic, int from, int count) throws Exception {
        for (int i = from; i < from + count; i++) {
            producer.send(new Message(topic, "tag", Integer.toString(i).getBytes(StandardCharsets.UTF_8)));
        }
    }

    public void sendTo(DefaultMQProducer producer, MessageQueue queue, int from, int count) throws Exception {
        for (int i = from; i < from + count; i++) {
            producer.send(new Message(queue.getTopic(), Integer.toString(i).getBytes(StandardCharsets.UTF_8)), queue);
        }
    }

    @Override
    public void close() {
        clients.forEach(Runnable::run);
        admin.close();
        brokers.values().forEach(Broker::close);
        nameServers.forEach(NameServer::close);
        threads.close();
    }
}
