package io.ferrymq.client.impl;

import static io.ferrymq.client.testing.Producers.started;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.client.testing.StubBroker;
import io.ferrymq.client.testing.StubNameServer;
import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.CreateTopicRequestHeader;
import io.ferrymq.remoting.protocol.header.GetMaxOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.QueryMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryMessageResponseHeader;
import io.ferrymq.remoting.protocol.header.ViewMessageRequestHeader;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MQAdminTest {
    private final Map<Long, MessageExt> log = new ConcurrentHashMap<>();
    private final List<CreateTopicRequestHeader> created = new CopyOnWriteArrayList<>();
    private volatile boolean registers = true;
    private final StubNameServer names = new StubNameServer();
    private final StubBroker broker = new StubBroker(HandlerTable.builder()
            .on(RequestCode.VIEW_MESSAGE_BY_ID, ViewMessageRequestHeader.class, this::view)
            .on(RequestCode.QUERY_MESSAGE, QueryMessageRequestHeader.class, this::query)
            .on(
                    RequestCode.GET_MAX_OFFSET,
                    GetMaxOffsetRequestHeader.class,
                    (context, header, body) ->
                            context.respond(Response.success(new OffsetResponseHeader(42 + header.queueId()))))
            .on(RequestCode.UPDATE_AND_CREATE_TOPIC, CreateTopicRequestHeader.class, this::create));
    private DefaultMQProducer producer;

    @BeforeEach
    void start() throws Exception {
        names.route("T", 4, "a", broker.address()).route("TBW102", 8, "a", broker.address());
        producer = started(names.address());
    }

    @AfterEach
    void stop() {
        producer.shutdown();
        names.close();
        broker.close();
    }

    private void view(RequestContext context, ViewMessageRequestHeader header, ByteBuf body) throws IOException {
        MessageExt message = log.get(header.offset());
        if (message == null) {
            context.respond(ResponseCode.SYSTEM_ERROR, "can not find message by the offset, " + header.offset());
        } else {
            context.respond(Response.success(MessageDecoder.encode(message, false)));
        }
    }

    private void query(RequestContext context, QueryMessageRequestHeader header, ByteBuf body) throws IOException {
        for (MessageExt message : log.values()) {
            boolean unique = Boolean.TRUE.equals(header.uniqueKeyQuery());
            if (unique
                    ? header.key().equals(message.getProperty("UNIQ_KEY"))
                    : message.getKeys().contains(header.key())) {
                context.respond(Response.success(new QueryMessageResponseHeader(7, 8))
                        .withBody(MessageDecoder.encode(message, false)));
                return;
            }
        }
        context.respond(ResponseCode.QUERY_NOT_FOUND, "nothing");
    }

    private void create(RequestContext context, CreateTopicRequestHeader header, ByteBuf body) {
        created.add(header);
        if (registers) {
            names.route(header.topic(), header.writeQueueNums(), "a", broker.address());
        }
        context.respond(Response.success());
    }

    /** A message stored while the broker had this address; its broker's id. */
    private String stored(InetSocketAddress storeHost, long logOffset, String uniqueId) {
        MessageExt message = new MessageExt();
        message.setTopic("T");
        message.setBody(new byte[] {1, 2, 3});
        message.setBornHost(new InetSocketAddress("127.0.0.1", 1));
        message.setStoreHost(storeHost);
        message.setCommitLogOffset(logOffset);
        message.setKeys("one two");
        if (uniqueId != null) {
            io.ferrymq.common.message.MessageAccessor.putProperty(message, "UNIQ_KEY", uniqueId);
        }
        log.put(logOffset, message);
        return MessageDecoder.createMessageId(storeHost, logOffset);
    }

    private InetSocketAddress brokerHost() {
        return new InetSocketAddress(
                "127.0.0.1", Integer.parseInt(broker.address().substring("127.0.0.1:".length())));
    }

    @Test
    void shouldViewAMessageByItsBrokersId() throws Exception {
        String id = stored(brokerHost(), 1234, null);
        assertThat(producer.viewMessage(id).getCommitLogOffset()).isEqualTo(1234);
        assertThat(producer.viewMessage("T", id).getBrokerName()).isEqualTo("a");
    }

    @Test
    @DisplayName("UP-015: a producer's id is looked up by key; the address that it seems to hold is never connected to")
    void up015_producersIdsAreNotTakenForAddresses() throws Exception {
        String uniqueId = io.ferrymq.common.message.MessageClientIDSetter.createUniqID();
        stored(brokerHost(), 1234, uniqueId);
        MessageExt found = producer.viewMessage("T", uniqueId);
        assertThat(found.getMsgId()).isEqualTo(uniqueId);

        assertThatThrownBy(() -> producer.viewMessage("T", "0A0B0C0D00002A9F0000000000000001"))
                .isInstanceOfSatisfying(MQClientException.class, e -> {
                    assertThat(e.getResponseCode()).isEqualTo(ResponseCode.NO_MESSAGE);
                    assertThat(e.getErrorMessage()).contains("10.11.12.13", "is not in this cluster");
                });
    }

    @Test
    @DisplayName("UP-016: an id issued before the broker moved to another address still finds its message")
    void up016_idsOutliveTheAddressOfTheirBroker() throws Exception {
        String old = stored(new InetSocketAddress("10.11.12.13", 10911), 1234, null);
        assertThat(producer.viewMessage("T", old).getCommitLogOffset()).isEqualTo(1234);
        assertThat(producer.viewMessage(old).getBrokerName()).isEqualTo("a");
    }

    @Test
    void shouldFindMessagesByKeyAndCompareTheKeyInFull() throws Exception {
        stored(brokerHost(), 1, null);
        assertThat(producer.queryMessage("T", "two", 10, 0, Long.MAX_VALUE).getMessageList())
                .hasSize(1);
        assertThat(producer.queryMessage("T", "two", 10, 0, Long.MAX_VALUE).getIndexLastUpdateTimestamp())
                .isEqualTo(7);
        assertThatThrownBy(() -> producer.queryMessage("T", "tw", 10, 0, Long.MAX_VALUE))
                .isInstanceOfSatisfying(MQClientException.class, e -> assertThat(e.getResponseCode())
                        .isEqualTo(ResponseCode.NO_MESSAGE));
        assertThatThrownBy(() -> producer.queryMessage("Unknown", "k", 10, 0, Long.MAX_VALUE))
                .isInstanceOfSatisfying(MQClientException.class, e -> assertThat(e.getResponseCode())
                        .isEqualTo(ResponseCode.TOPIC_NOT_EXIST));
    }

    @Test
    void shouldAskTheMasterForOffsets() throws Exception {
        assertThat(producer.maxOffset(new MessageQueue("T", "a", 3))).isEqualTo(45);
        assertThatThrownBy(() -> producer.maxOffset(new MessageQueue("T", "nobody", 3)))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("broker[nobody] not exist");
        assertThatThrownBy(() -> producer.minOffset(new MessageQueue("T", "a", 3)))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining(broker.address());
    }

    @Test
    void shouldCreateATopicAndSeeItsRoute() throws Exception {
        producer.createTopic("TBW102", "New", 3, Map.of("+message.type", "FIFO"));
        assertThat(created).singleElement().satisfies(header -> {
            assertThat(header.readQueueNums()).isEqualTo(3);
            assertThat(header.perm()).isEqualTo(6);
            assertThat(header.attributes()).isEqualTo("+message.type=FIFO");
        });
        assertThat(producer.fetchPublishMessageQueues("New")).hasSize(3);
    }

    @Test
    void shouldSayThatACreatedTopicDoesNotShow() {
        registers = false;
        assertThatThrownBy(() -> producer.createTopic("TBW102", "New", 3))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("was created on [a]")
                .hasMessageContaining(names.address());
    }

    @Test
    void shouldRefuseTopicsThatCannotBe() {
        assertThatThrownBy(() -> producer.createTopic("TBW102", "a b", 3)).hasMessageContaining("' '");
        assertThatThrownBy(() -> producer.createTopic("TBW102", "TBW102", 3)).hasMessageContaining("system topic");
        assertThatThrownBy(() -> producer.createTopic("TBW102", "New", 0)).hasMessageContaining("queueNum is 0");
        assertThat(created).isEmpty();
    }

    @Test
    void shouldSayThatATopicHasNoQueues() {
        assertThatThrownBy(() -> producer.fetchPublishMessageQueues("Unknown"))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("Can not find Message Queue for this topic, Unknown");
    }
}
