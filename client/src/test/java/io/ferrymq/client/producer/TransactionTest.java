package io.ferrymq.client.producer;

import static io.ferrymq.client.testing.Producers.message;
import static io.ferrymq.client.testing.Producers.started;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.hook.EndTransactionContext;
import io.ferrymq.client.hook.EndTransactionHook;
import io.ferrymq.client.testing.StubBroker;
import io.ferrymq.client.testing.StubNameServer;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.common.sysflag.MessageSysFlag;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.CheckTransactionStateRequestHeader;
import io.ferrymq.remoting.protocol.header.EndTransactionRequestHeader;
import io.ferrymq.remoting.protocol.header.SendMessageResponseHeader;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TransactionTest {
    /** 127.0.0.1:10911 at 1000. */
    private static final String OFFSET_ID = "7F00000100002A9F00000000000003E8";

    private final List<EndTransactionRequestHeader> ends = new CopyOnWriteArrayList<>();
    private final List<EndTransactionContext> hooked = new CopyOnWriteArrayList<>();
    private final StubBroker broker = new StubBroker(HandlerTable.builder()
                    .on(
                            RequestCode.END_TRANSACTION,
                            EndTransactionRequestHeader.class,
                            (context, header, body) -> ends.add(header)))
            .with((context, header) -> context.respond(io.ferrymq.remoting.Response.of(
                    ResponseCode.SUCCESS,
                    null,
                    new SendMessageResponseHeader(OFFSET_ID, header.queueId(), 42, "TID", null, null, null, true))));
    private final StubNameServer names = new StubNameServer().route("T", 2, "a", broker.address());
    private TransactionMQProducer producer;

    @AfterEach
    void stop() {
        if (producer != null) {
            producer.shutdown();
        }
        names.close();
        broker.close();
    }

    private void start(TransactionListener listener) throws MQClientException {
        producer = new TransactionMQProducer("group");
        producer.setNamesrvAddr(names.address());
        producer.setSendMsgTimeout(20_000);
        producer.setTransactionListener(listener);
        producer.getDefaultMQProducerImpl().registerEndTransactionHook(new EndTransactionHook() {
            @Override
            public String hookName() {
                return "end";
            }

            @Override
            public void endTransaction(EndTransactionContext context) {
                hooked.add(context);
                throw new IllegalStateException("a hook's failure changes nothing");
            }
        });
        producer.start();
    }

    private static TransactionListener listener(
            Function<Message, LocalTransactionState> local, Function<MessageExt, LocalTransactionState> check) {
        return new TransactionListener() {
            @Override
            public LocalTransactionState executeLocalTransaction(Message msg, Object arg) {
                assertThat(arg).isEqualTo("arg");
                return local.apply(msg);
            }

            @Override
            public LocalTransactionState checkLocalTransaction(MessageExt msg) {
                return check.apply(msg);
            }
        };
    }

    private EndTransactionRequestHeader onlyEnd() {
        await().atMost(20, TimeUnit.SECONDS).until(() -> ends.size() == 1);
        return ends.get(0);
    }

    @Test
    void shouldStoreAHalfMessageRunTheLocalPartAndTellTheBroker() throws Exception {
        start(listener(
                message -> {
                    assertThat(broker.received()).hasSize(1);
                    assertThat(message.getTransactionId()).isEqualTo(message.getProperty("UNIQ_KEY"));
                    return LocalTransactionState.COMMIT_MESSAGE;
                },
                message -> null));
        Message message = message("T");
        message.setDelayTimeLevel(3);
        TransactionSendResult result = producer.sendMessageInTransaction(message, "arg");

        assertThat(result.getLocalTransactionState()).isEqualTo(LocalTransactionState.COMMIT_MESSAGE);
        assertThat(result.getSendStatus()).isEqualTo(SendStatus.SEND_OK);
        assertThat(result.getMsgId()).isEqualTo(message.getProperty("UNIQ_KEY"));
        assertThat(result.getOffsetMsgId()).isEqualTo(OFFSET_ID);
        assertThat(result.getTransactionId()).isEqualTo("TID");

        StubBroker.Received half = broker.received().get(0);
        assertThat(half.header().sysFlag()).isEqualTo(MessageSysFlag.TRANSACTION_PREPARED_TYPE);
        PropertyBytes properties = PropertyBytes.scan(half.header().properties());
        assertThat(properties.get("TRAN_MSG")).isEqualTo("true");
        assertThat(properties.get("PGROUP")).isEqualTo("group");
        assertThat(properties.get("DELAY")).isNull();

        assertThat(onlyEnd())
                .isEqualTo(new EndTransactionRequestHeader("T", "group", 42, 1000, 8, false, result.getMsgId(), "TID"));
        EndTransactionContext told = hooked.get(0);
        assertThat(told.getProducerGroup()).isEqualTo("group");
        assertThat(told.getMessage()).isSameAs(message);
        assertThat(told.getBrokerAddr()).isEqualTo(broker.address());
        assertThat(told.getMsgId()).isEqualTo(result.getMsgId());
        assertThat(told.getTransactionId()).isEqualTo("TID");
        assertThat(told.getTransactionState()).isEqualTo(LocalTransactionState.COMMIT_MESSAGE);
        assertThat(told.isFromTransactionCheck()).isFalse();
    }

    @Test
    void shouldTellARollbackAndWhatIsNotKnown() throws Exception {
        List<LocalTransactionState> answers = new CopyOnWriteArrayList<>();
        start(listener(message -> answers.isEmpty() ? null : answers.get(0), message -> null));
        assertThat(producer.sendMessageInTransaction(message("T"), "arg").getLocalTransactionState())
                .isEqualTo(LocalTransactionState.UNKNOW);
        assertThat(onlyEnd().commitOrRollback()).isZero();
        ends.clear();
        answers.add(LocalTransactionState.ROLLBACK_MESSAGE);
        producer.sendMessageInTransaction(message("T"), "arg");
        assertThat(onlyEnd().commitOrRollback()).isEqualTo(12);
    }

    @Test
    void shouldCountAnExceptionOfTheLocalPartAsNotKnown() throws Exception {
        start(listener(
                message -> {
                    throw new IllegalStateException("the database is down");
                },
                message -> null));
        assertThat(producer.sendMessageInTransaction(message("T"), "arg").getLocalTransactionState())
                .isEqualTo(LocalTransactionState.UNKNOW);
        assertThat(onlyEnd().commitOrRollback()).isZero();
    }

    @Test
    @DisplayName("UP-117: a half message stored less safely than wanted is rolled back unrun, and the result says both")
    void up117_halfMessagesStoredLessSafelyAreRolledBackAndSaySo() throws Exception {
        start(listener(
                message -> {
                    throw new AssertionError("must not run");
                },
                message -> null));
        broker.with((context, header) -> broker.answer(context, header, ResponseCode.FLUSH_DISK_TIMEOUT));
        TransactionSendResult result = producer.sendMessageInTransaction(message("T"), "arg");
        assertThat(result.getSendStatus()).isEqualTo(SendStatus.FLUSH_DISK_TIMEOUT);
        assertThat(result.getLocalTransactionState()).isEqualTo(LocalTransactionState.ROLLBACK_MESSAGE);
        assertThat(onlyEnd().commitOrRollback()).isEqualTo(12);
    }

    @Test
    void shouldSayWhatTheBrokerRefusedAndNotRunTheLocalPart() throws Exception {
        start(listener(
                message -> {
                    throw new AssertionError("must not run");
                },
                message -> null));
        broker.refusing(ResponseCode.MESSAGE_ILLEGAL, "no transactions here");
        assertThatThrownBy(() -> producer.sendMessageInTransaction(message("T"), "arg"))
                .isInstanceOfSatisfying(MQClientException.class, e -> assertThat(e.getResponseCode())
                        .isEqualTo(ResponseCode.MESSAGE_ILLEGAL))
                .hasMessageStartingWith("send message Exception")
                .hasMessageContaining("no transactions here")
                .hasCauseInstanceOf(MQBrokerException.class);
        assertThat(ends).isEmpty();
    }

    @Test
    void shouldWantAListenerAndAProducerOfTransactions() throws Exception {
        start(null);
        assertThatThrownBy(() -> producer.sendMessageInTransaction(message("T"), "arg"))
                .isInstanceOf(MQClientException.class)
                .hasMessageStartingWith("TransactionListener is null");
        DefaultMQProducer plain = started(names.address());
        assertThatThrownBy(() -> plain.sendMessageInTransaction(message("T"), "arg"))
                .isInstanceOf(RuntimeException.class)
                .hasMessageContaining("TransactionMQProducer");
        plain.shutdown();
    }

    @Test
    void shouldRefuseThreadsThatCannotBe() {
        producer = new TransactionMQProducer("group");
        producer.setNamesrvAddr(names.address());
        producer.setCheckThreadPoolMinSize(3);
        assertThatThrownBy(producer::start)
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("checkThreadPoolMinSize is 3, checkThreadPoolMaxSize 1");
    }

    private static byte[] half(String group) throws java.io.IOException {
        MessageExt half = new MessageExt();
        half.setTopic("T");
        half.setBody(new byte[] {1});
        half.putUserProperty("mine", "1");
        io.ferrymq.common.message.MessageAccessor.putProperty(half, "PGROUP", group);
        io.ferrymq.common.message.MessageAccessor.putProperty(half, "TRAN_MSG", "true");
        io.ferrymq.common.message.MessageAccessor.putProperty(half, "UNIQ_KEY", "UNIQ");
        half.setBornHost(new java.net.InetSocketAddress("127.0.0.1", 1));
        half.setStoreHost(new java.net.InetSocketAddress("127.0.0.1", 2));
        return MessageDecoder.encode(half, false);
    }

    private void ask() throws java.io.IOException {
        CheckTransactionStateRequestHeader header =
                new CheckTransactionStateRequestHeader("T", 7, 2000, "UNIQ", "TID", OFFSET_ID, "a");
        await().atMost(20, TimeUnit.SECONDS)
                .until(() -> !broker.server().connections().isEmpty());
        broker.server()
                .connections()
                .get(0)
                .oneway(Request.of(RequestCode.CHECK_TRANSACTION_STATE, header).withBody(half("group")));
    }

    @Test
    void shouldAnswerABrokerThatAsks() throws Exception {
        List<String> asked = new CopyOnWriteArrayList<>();
        start(listener(message -> LocalTransactionState.UNKNOW, message -> {
            asked.add(message.getTopic() + " " + message.getTransactionId() + " "
                    + Thread.currentThread().getName());
            return LocalTransactionState.COMMIT_MESSAGE;
        }));
        producer.send(message("T"));
        ask();
        assertThat(onlyEnd()).isEqualTo(new EndTransactionRequestHeader("T", "group", 7, 2000, 8, true, "UNIQ", "TID"));
        assertThat(asked).hasSize(1).allMatch(line -> line.startsWith("T UNIQ TransactionCheck_group_"));
        assertThat(hooked.get(0).isFromTransactionCheck()).isTrue();
        assertThat(hooked.get(0).getBrokerAddr()).isEqualTo(broker.address());
    }

    @Test
    void shouldTellTheBrokerThatAListenerWithoutAnAnswerDoesNotKnow() throws Exception {
        start(listener(message -> LocalTransactionState.UNKNOW, message -> {
            throw new IllegalStateException("the database is down");
        }));
        producer.send(message("T"));
        ask();
        assertThat(onlyEnd().commitOrRollback()).isZero();
    }

    @Test
    @SuppressWarnings("deprecation")
    void shouldAskTheOlderListenerOnTheApplicationsThreads() throws Exception {
        var own = Executors.newSingleThreadExecutor(task -> new Thread(task, "mine"));
        producer = new TransactionMQProducer("group");
        producer.setNamesrvAddr(names.address());
        producer.setSendMsgTimeout(20_000);
        producer.setExecutorService(own);
        producer.setTransactionCheckListener(message -> {
            assertThat(Thread.currentThread().getName()).isEqualTo("mine");
            return LocalTransactionState.ROLLBACK_MESSAGE;
        });
        producer.start();
        producer.send(message("T"));
        ask();
        assertThat(onlyEnd().commitOrRollback()).isEqualTo(12);
        producer.shutdown();
        assertThat(own.isShutdown()).isFalse();
        own.shutdown();
    }
}
