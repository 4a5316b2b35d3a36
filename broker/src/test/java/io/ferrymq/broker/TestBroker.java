package io.ferrymq.broker;

import static org.awaitility.Awaitility.await;

import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.common.Clock;
import io.ferrymq.common.TopicFilterType;
import io.ferrymq.common.message.MessageConst;
import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.IoThreads;
import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.RemotingSettings;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.CreateTopicRequestHeader;
import io.ferrymq.remoting.protocol.header.GetMaxOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.SendMessageCodec;
import io.ferrymq.remoting.protocol.header.SendMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.SendMessageResponseHeader;
import io.ferrymq.store.engine.StorePlatform;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** A broker on free ports of the loopback with small files, and a client that talks to it. */
public final class TestBroker implements AutoCloseable {
    private static final long TIMEOUT_MS = 20_000;

    private final IoThreads threads = new IoThreads("test-client", 1);
    private final RemotingClient client =
            new RemotingClient(threads, RemotingSettings.defaults(), HandlerTable.empty());
    private final Broker broker;

    private TestBroker(Broker broker) {
        this.broker = broker;
    }

    public static TestBroker start(Path store, String... keysAndValues) {
        return new TestBroker(Broker.start(BrokerConfig.of(settings(store, keysAndValues))));
    }

    /** On a disk that the test makes slow or full. */
    static TestBroker start(Path store, StorePlatform platform, String... keysAndValues) {
        BrokerConfig config = BrokerConfig.of(settings(store, keysAndValues));
        return new TestBroker(new BrokerAssembly(config, null, Clock.system(), platform).start());
    }

    public static Map<String, String> settings(Path store, String... keysAndValues) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "listenPort", "0",
                "brokerIP1", "127.0.0.1",
                "brokerName", "broker-a",
                "storePathRootDir", store.toString(),
                "mappedFileSizeCommitLog", "4194304",
                "maxHashSlotNum", "1000",
                "maxIndexNum", "4000"));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            settings.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return settings;
    }

    public Broker broker() {
        return broker;
    }

    public int waitingPulls() {
        return broker.waitingPulls();
    }

    public RemotingClient client() {
        return client;
    }

    public Reply call(Request<?> request) throws Exception {
        return client.call(broker.address(), request, TIMEOUT_MS);
    }

    public Reply createTopic(String topic, int queues) throws Exception {
        return createTopic(topic, queues, 6);
    }

    public Reply createTopic(String topic, int queues, int perm) throws Exception {
        return call(Request.of(
                RequestCode.UPDATE_AND_CREATE_TOPIC,
                new CreateTopicRequestHeader(
                        topic, "TBW102", queues, queues, perm, TopicFilterType.SINGLE_TAG, 0, false, null, null)));
    }

    public static SendMessageRequestHeader header(String topic, int queueId, Map<String, String> properties) {
        return new SendMessageRequestHeader(
                "producers",
                topic,
                "TBW102",
                4,
                queueId,
                0,
                1_700_000_000_000L,
                0,
                PropertyBytes.encode(properties),
                0,
                false,
                null,
                false,
                null);
    }

    public static Request<SendMessageRequestHeader> send(SendMessageRequestHeader header, byte[] body) {
        return new Request<>(RequestCode.SEND_MESSAGE_V2, header, SendMessageCodec.V2, body);
    }

    /**
     * Sends, and waits until a pull sees the message: queues are written after the answer, so a pull on another
     * connection could come too early. What is delayed lies elsewhere and is not waited for.
     */
    public Reply send(String topic, int queueId, Map<String, String> properties, byte[] body) throws Exception {
        Reply reply = call(send(header(topic, queueId, properties), body));
        if (reply.code() == ResponseCode.SUCCESS && !properties.containsKey(MessageConst.PROPERTY_DELAY_TIME_LEVEL)) {
            SendMessageResponseHeader stored = reply.header(SendMessageResponseHeader.class);
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> readableEnd(topic, stored.queueId()) > stored.queueOffset());
        }
        return reply;
    }

    private long readableEnd(String topic, int queueId) throws Exception {
        return call(Request.of(RequestCode.GET_MAX_OFFSET, new GetMaxOffsetRequestHeader(topic, queueId, null)))
                .header(OffsetResponseHeader.class)
                .offset();
    }

    @Override
    public void close() {
        client.close();
        broker.close();
        threads.close();
    }
}
