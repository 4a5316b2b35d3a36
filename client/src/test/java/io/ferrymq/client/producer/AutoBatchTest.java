package io.ferrymq.client.producer;

import static io.ferrymq.client.testing.Producers.callback;
import static io.ferrymq.client.testing.Producers.started;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.hook.SendMessageContext;
import io.ferrymq.client.hook.SendMessageHook;
import io.ferrymq.client.testing.StubBroker;
import io.ferrymq.client.testing.StubNameServer;
import io.ferrymq.common.compression.CompressionType;
import io.ferrymq.common.compression.CompressorFactory;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageAccessor;
import io.ferrymq.common.message.MessageBatch;
import io.ferrymq.common.message.MessageConst;
import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.common.sysflag.MessageSysFlag;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.SendMessageRequestHeader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AutoBatchTest {
    private static final int NEVER_MS = 30_000;

    private final AtomicLong nextOffset = new AtomicLong(100);
    private final StubBroker broker = new StubBroker();
    private final StubNameServer names = new StubNameServer().route("T", 4, "a", broker.address());
    private final List<Runnable> stops = new ArrayList<>();

    @BeforeEach
    void storeBatches() {
        broker.with(this::storeBatch);
    }

    @AfterEach
    void stop() {
        stops.forEach(Runnable::run);
        names.close();
        broker.close();
    }

    private void storeBatch(RequestContext context, SendMessageRequestHeader header) {
        byte[] body = broker.received().get(broker.received().size() - 1).body();
        int count = header.isBatch() ? units(body).size() : 1;
        broker.answer(context, header, nextOffset.getAndAdd(count), count);
    }

    private static List<Message> units(byte[] body) {
        return MessageDecoder.decodeMessages(ByteBuffer.wrap(body));
    }

    private DefaultMQProducer batching(Consumer<DefaultMQProducer> settings) throws MQClientException {
        DefaultMQProducer producer = started(names.address(), own -> {
            own.setAutoBatch(true);
            settings.accept(own);
        });
        stops.add(producer::shutdown);
        return producer;
    }

    private static Message message(String body) {
        return new Message("T", "tag", body.getBytes(StandardCharsets.UTF_8));
    }

    private static CompletableFuture<SendResult> send(DefaultMQProducer producer, Message message) throws Exception {
        CompletableFuture<SendResult> end = new CompletableFuture<>();
        producer.send(message, callback(end));
        return end;
    }

    private static SendResult of(CompletableFuture<SendResult> end) throws Exception {
        return end.get(20, TimeUnit.SECONDS);
    }

    @Test
    void shouldGatherMessagesUntilTheirTimeIsOver() throws Exception {
        DefaultMQProducer producer = batching(own -> own.batchMaxDelayMs(200));
        List<Message> messages = List.of(message("0"), message("1"), message("zwö"));
        messages.get(1).setFlag(7);
        messages.get(2).putUserProperty("Größe", "ä");
        List<CompletableFuture<SendResult>> ends = new ArrayList<>();
        for (Message message : messages) {
            ends.add(send(producer, message));
        }
        for (int i = 0; i < 3; i++) {
            SendResult result = of(ends.get(i));
            assertThat(result.getSendStatus()).isEqualTo(SendStatus.SEND_OK);
            assertThat(result.getMsgId()).isEqualTo(messages.get(i).getProperty("UNIQ_KEY"));
            assertThat(result.getQueueOffset()).isEqualTo(100 + i);
            assertThat(result.getOffsetMsgId()).hasSize(32).endsWith("0" + i);
            assertThat(result.getMessageQueue().getTopic()).isEqualTo("T");
        }
        assertThat(broker.received()).hasSize(1);
        StubBroker.Received batch = broker.received().get(0);
        assertThat(batch.code()).isEqualTo(RequestCode.SEND_BATCH_MESSAGE);
        assertThat(batch.header().isBatch()).isTrue();
        List<Message> units = units(batch.body());
        assertThat(units)
                .extracting(unit -> new String(unit.getBody(), StandardCharsets.UTF_8))
                .containsExactly("0", "1", "zwö");
        assertThat(units.get(1).getFlag()).isEqualTo(7);
        assertThat(units.get(2).getProperties()).isEqualTo(messages.get(2).getProperties());
    }

    @Test
    void shouldNotWaitOnceABatchIsFull() throws Exception {
        DefaultMQProducer producer = batching(own -> {
            own.batchMaxDelayMs(NEVER_MS);
            own.batchMaxBytes(4_000);
        });
        List<CompletableFuture<SendResult>> ends = new ArrayList<>();
        // 100 bytes of body, 93 of the rest.
        for (int i = 0; i < 100; i++) {
            ends.add(send(producer, message("x".repeat(100))));
        }
        await().until(() -> broker.received().size() == 4);
        assertThat(broker.received()).allSatisfy(batch -> {
            assertThat(batch.body().length).isBetween(3_600, 4_000);
            assertThat(units(batch.body())).hasSizeBetween(18, 24);
        });
        producer.shutdown();
        Set<Long> offsets = new HashSet<>();
        for (CompletableFuture<SendResult> end : ends) {
            offsets.add(of(end).getQueueOffset());
        }
        assertThat(offsets).as("shutdown sends what is gathered").hasSize(100);
    }

    @Test
    void shouldSendAtOnceWhenAThreadWaitsAndTheLineIsFree() throws Exception {
        DefaultMQProducer producer = batching(own -> own.batchMaxDelayMs(NEVER_MS));
        CompletableFuture<SendResult> other = send(producer, message("async"));
        SendResult result = producer.send(message("sync"));
        assertThat(result.getQueueOffset()).isEqualTo(101);
        assertThat(of(other).getQueueOffset()).isEqualTo(100);
        assertThat(producer.send(message("again"), new MessageQueue("T", "a", 3))
                        .getMessageQueue()
                        .getQueueId())
                .isEqualTo(3);
    }

    @Test
    void shouldGatherWhileABatchIsUnderWay() throws Exception {
        DefaultMQProducer producer = batching(own -> own.batchMaxDelayMs(NEVER_MS));
        Queue<Runnable> held = new ConcurrentLinkedQueue<>();
        broker.with((context, header) -> held.add(() -> storeBatch(context, header)));
        ExecutorService threads = Executors.newCachedThreadPool();
        stops.add(threads::shutdownNow);
        List<CompletableFuture<SendResult>> ends = new ArrayList<>();
        ends.add(inThread(threads, producer, "0"));
        await().until(() -> held.size() == 1);
        for (int i = 1; i < 5; i++) {
            ends.add(inThread(threads, producer, Integer.toString(i)));
        }
        await().until(() -> waiting() == 5);
        broker.with(this::storeBatch);
        held.remove().run();
        for (CompletableFuture<SendResult> end : ends) {
            of(end);
        }
        assertThat(broker.received()).as("batches of one and of four").hasSizeBetween(2, 3);
    }

    private static long waiting() {
        return Thread.getAllStackTraces().values().stream()
                .filter(stack -> java.util.Arrays.stream(stack)
                        .anyMatch(frame -> frame.getMethodName().equals("sendGathered")))
                .filter(stack -> stack.length > 0 && stack[0].getMethodName().equals("park"))
                .count();
    }

    private static CompletableFuture<SendResult> inThread(
            ExecutorService threads, DefaultMQProducer producer, String body) {
        CompletableFuture<SendResult> end = new CompletableFuture<>();
        threads.execute(() -> {
            try {
                end.complete(producer.send(message(body)));
            } catch (Exception e) {
                end.completeExceptionally(e);
            }
        });
        return end;
    }

    @Test
    void shouldTellEveryMessageOfAFailedBatch() throws Exception {
        broker.refusing(ResponseCode.MESSAGE_ILLEGAL, "not these");
        DefaultMQProducer producer = batching(own -> {
            own.batchMaxDelayMs(NEVER_MS);
            own.batchMaxBytes(1_000);
        });
        List<CompletableFuture<SendResult>> ends = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ends.add(send(producer, message("x".repeat(100))));
        }
        ends.add(CompletableFuture.supplyAsync(() -> {
            try {
                return producer.send(message("sync"));
            } catch (Exception e) {
                throw new java.util.concurrent.CompletionException(e);
            }
        }));
        producer.send(message("flushes"), callback(new CompletableFuture<>()));
        for (CompletableFuture<SendResult> end : ends) {
            assertThatThrownBy(() -> of(end))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(MQBrokerException.class)
                    .hasMessageContaining("not these");
        }
    }

    @Test
    void shouldGoOnAfterACallbackThatFails() throws Exception {
        DefaultMQProducer producer = batching(own -> own.batchMaxDelayMs(100));
        producer.send(message("first"), new SendCallback() {
            @Override
            public void onSuccess(SendResult sendResult) {
                throw new IllegalStateException("as wanted by the test");
            }

            @Override
            public void onException(Throwable e) {}
        });
        assertThat(of(send(producer, message("second"))).getQueueOffset()).isEqualTo(101);
    }

    @Test
    void shouldKeepApartWhatDiffers() throws Exception {
        DefaultMQProducer producer = batching(own -> own.batchMaxDelayMs(100));
        producer.send(message("so that the route is known"), new MessageQueue("T", "a", 0), 20_000);
        producer.fetchPublishMessageQueues("T");
        List<CompletableFuture<SendResult>> ends = new ArrayList<>();
        Message careless = message("careless");
        careless.setWaitStoreMsgOK(false);
        for (Message one : List.of(
                message("0"),
                new Message("T", "other", "1".getBytes(StandardCharsets.UTF_8)),
                careless,
                message("2"))) {
            ends.add(send(producer, one));
        }
        CompletableFuture<SendResult> queued = new CompletableFuture<>();
        producer.send(message("3"), new MessageQueue("T", "a", 2), callback(queued));
        CompletableFuture<SendResult> selected = new CompletableFuture<>();
        producer.send(message("4"), (queues, message, arg) -> queues.get((int) arg), 2, callback(selected));
        ends.add(queued);
        ends.add(selected);
        for (CompletableFuture<SendResult> end : ends) {
            of(end);
        }
        assertThat(of(queued).getMessageQueue())
                .isEqualTo(new MessageQueue("T", "a", 2))
                .isEqualTo(of(selected).getMessageQueue());
        assertThat(broker.received().stream()
                        .filter(received -> received.header().isBatch())
                        .map(batch -> units(batch.body()).size()))
                .containsExactlyInAnyOrder(2, 2, 1, 1);
    }

    @Test
    void shouldSendOnTheirOwnWhatABatchCannotCarry() throws Exception {
        names.route("%RETRY%group", 1, "a", broker.address());
        DefaultMQProducer producer = batching(own -> own.batchMaxBytes(1_000));
        Message delayed = message("delayed");
        delayed.setDelayTimeLevel(1);
        Message timed = message("timed");
        timed.setDelayTimeMs(1);
        Message inTransaction = message("half");
        MessageAccessor.putProperty(inTransaction, MessageConst.PROPERTY_PRODUCER_GROUP, "group");
        Message retried = new Message("%RETRY%group", "retried".getBytes(StandardCharsets.UTF_8));
        for (Message single : List.of(delayed, timed, inTransaction, retried, message("x".repeat(1_000)))) {
            of(send(producer, single));
        }
        Message batched = message("batched");
        producer.send(List.of(batched, message("batched")));
        producer.send(message("with a time of its own"), 10_000);
        assertThat(broker.received().stream()
                        .filter(received -> !received.header().isBatch()))
                .hasSize(6);
        assertThat(broker.received()).hasSize(7);
    }

    @Test
    void shouldSendOnTheirOwnWhatIsMoreThanMayWait() throws Exception {
        DefaultMQProducer producer = batching(own -> {
            own.batchMaxDelayMs(NEVER_MS);
            own.totalBatchMaxBytes(1);
        });
        CompletableFuture<SendResult> waits = send(producer, message("waits"));
        assertThat(of(send(producer, message("goes"))).getSendStatus()).isEqualTo(SendStatus.SEND_OK);
        assertThat(waits).isNotDone();
        assertThat(broker.received().get(0).header().isBatch()).isFalse();
    }

    @Test
    void shouldCompressLargeBodiesOneByOne() throws Exception {
        DefaultMQProducer producer = batching(own -> own.batchMaxDelayMs(50));
        String large = "large ".repeat(1_000);
        CompletableFuture<SendResult> first = send(producer, message(large));
        of(send(producer, message(large)));
        of(first);
        StubBroker.Received batch = broker.received().get(0);
        assertThat(batch.header().sysFlag())
                .isEqualTo(MessageSysFlag.COMPRESSED_FLAG | MessageSysFlag.COMPRESSION_ZLIB_TYPE);
        assertThat(units(batch.body())).hasSize(2).allSatisfy(unit -> assertThat(
                        CompressorFactory.getCompressor(CompressionType.ZLIB).decompress(unit.getBody()))
                .asString()
                .isEqualTo(large));
    }

    @Test
    void up052_shouldRefuseTooManyPropertiesAndKeepTheBatch() throws Exception {
        DefaultMQProducer producer = batching(own -> own.batchMaxDelayMs(100));
        CompletableFuture<SendResult> before = send(producer, message("before"));
        Message fat = message("fat");
        fat.putUserProperty("p", "v".repeat(32_767));
        CompletableFuture<SendResult> refused = send(producer, fat);
        Message split = message("split");
        split.putUserProperty("p", "\u0002");
        CompletableFuture<SendResult> unfit = send(producer, split);
        CompletableFuture<SendResult> after = send(producer, message("after"));
        assertThatThrownBy(() -> of(refused)).hasMessageContaining("32").hasMessageContaining("32767");
        assertThatThrownBy(() -> of(unfit)).cause().isInstanceOf(MQClientException.class);
        assertThat(of(before).getQueueOffset()).isEqualTo(100);
        assertThat(of(after).getQueueOffset()).isEqualTo(101);
    }

    @Test
    void shouldNotGatherMoreSmallMessagesThanABrokerTakesTogether() throws Exception {
        DefaultMQProducer producer = batching(own -> {
            own.batchMaxDelayMs(NEVER_MS);
            own.batchMaxBytes(2 << 20);
            own.setMaxMessageSize(100_000);
        });
        for (int i = 0; i < 1_000; i++) {
            send(producer, message("x"));
        }
        await().until(() -> broker.received().size() >= 3);
        assertThat(broker.received()).allSatisfy(batch -> assertThat(units(batch.body()))
                .as("each may take 256 bytes more in the broker")
                .hasSizeBetween(250, 300));
    }

    @Test
    void shouldRefuseWhatMayNotBeSent() throws Exception {
        DefaultMQProducer producer = batching(own -> {});
        assertThatThrownBy(() -> producer.send(new Message("T", new byte[0]))).isInstanceOf(MQClientException.class);
        assertThatThrownBy(() -> producer.send(new Message("bad topic!", new byte[1])))
                .isInstanceOf(MQClientException.class);
        assertThatThrownBy(() -> producer.send((Message) null)).isInstanceOf(MQClientException.class);
        assertThatThrownBy(() -> producer.send(message("x"), new MessageQueue("U", "a", 0)))
                .hasMessageContaining("message's topic not equal mq's topic");
        producer.shutdown();
        assertThatThrownBy(() -> producer.send(message("late"))).hasMessageContaining("SHUTDOWN_ALREADY");
    }

    @Test
    void shouldShowHooksTheBatchOnce() throws Exception {
        DefaultMQProducer producer = batching(own -> own.batchMaxDelayMs(50));
        Queue<SendMessageContext> seen = new ConcurrentLinkedQueue<>();
        producer.getDefaultMQProducerImpl().registerSendMessageHook(new SendMessageHook() {
            @Override
            public String hookName() {
                return "test";
            }

            @Override
            public void sendMessageBefore(SendMessageContext context) {}

            @Override
            public void sendMessageAfter(SendMessageContext context) {
                seen.add(context);
            }
        });
        CompletableFuture<SendResult> first = send(producer, message("0"));
        of(send(producer, message("1")));
        String ids = of(first).getMsgId();
        assertThat(seen).hasSize(1);
        assertThat(seen.element().getMessage())
                .isInstanceOfSatisfying(MessageBatch.class, batch -> assertThat(batch.getMessages())
                        .hasSize(2));
        assertThat(seen.element().getSendResult().getMsgId()).startsWith(ids + ",");
    }

    @Test
    void shouldKeepTheNamespaceToItself() throws Exception {
        names.route("ns%T", 1, "a", broker.address());
        DefaultMQProducer producer = batching(own -> own.setNamespace("ns"));
        SendResult result = producer.send(message("0"), new MessageQueue("T", "a", 0));
        assertThat(result.getMessageQueue()).isEqualTo(new MessageQueue("T", "a", 0));
        assertThat(broker.received().get(0).header().topic()).isEqualTo("ns%T");
        assertThat(units(broker.received().get(0).body()).get(0).getProperty("INSTANCE_ID"))
                .isEqualTo("ns");
    }

    @Test
    void shouldKeepTheOrderOfEachThread() throws Exception {
        DefaultMQProducer producer = batching(own -> own.batchMaxBytes(1_500));
        MessageQueue queue = new MessageQueue("T", "a", 1);
        producer.sendDirect(message("so that there is a connection"), queue, null);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        stops.add(threads::shutdownNow);
        int each = 2_000;
        List<CompletableFuture<SendResult>> ends = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            String name = t + "-";
            CompletableFuture<SendResult> last = new CompletableFuture<>();
            ends.add(last);
            threads.execute(() -> sendInOrder(producer, queue, name, each, last));
        }
        for (CompletableFuture<SendResult> end : ends) {
            of(end);
        }
        await().untilAsserted(() -> assertThat(nextOffset.get()).isEqualTo(101 + 4 * each));
        Map<String, List<Integer>> byThread = new java.util.HashMap<>();
        for (StubBroker.Received batch :
                broker.received().subList(1, broker.received().size())) {
            for (Message unit : units(batch.body())) {
                String[] parts = new String(unit.getBody(), StandardCharsets.UTF_8).split("-");
                byThread.computeIfAbsent(parts[0], name -> new ArrayList<>()).add(Integer.valueOf(parts[1]));
            }
        }
        assertThat(byThread).hasSize(4).allSatisfy((thread, numbers) -> assertThat(numbers)
                .hasSize(each)
                .isSorted());
    }

    private static void sendInOrder(
            DefaultMQProducer producer,
            MessageQueue queue,
            String name,
            int count,
            CompletableFuture<SendResult> last) {
        try {
            for (int i = 0; i < count; i++) {
                producer.send(message(name + i), queue, callback(i == count - 1 ? last : new CompletableFuture<>()));
            }
        } catch (Exception e) {
            last.completeExceptionally(e);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 30_001})
    void shouldRefuseADelayOutOfRange(long delayMs) {
        assertThatThrownBy(() -> new DefaultMQProducer("g").batchMaxDelayMs((int) delayMs))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("batchMaxDelayMs is " + delayMs);
    }

    @Test
    void shouldRefuseSizesOutOfRange() {
        DefaultMQProducer producer = new DefaultMQProducer("g");
        for (long bytes : new long[] {0, -1, (2 << 20) + 1}) {
            assertThatThrownBy(() -> producer.batchMaxBytes(bytes))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("batchMaxBytes is " + bytes);
        }
        assertThatThrownBy(() -> producer.totalBatchMaxBytes(0)).isInstanceOf(IllegalArgumentException.class);
        assertThat(producer.getBatchMaxDelayMs()).isEqualTo(10);
        assertThat(producer.getBatchMaxBytes()).isEqualTo(32_768);
        assertThat(producer.getTotalBatchMaxBytes()).isEqualTo(33_554_432);
        assertThat(producer.getAutoBatch()).isFalse();
    }
}
