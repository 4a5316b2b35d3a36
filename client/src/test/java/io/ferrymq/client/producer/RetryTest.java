package io.ferrymq.client.producer;

import static io.ferrymq.client.testing.Producers.message;
import static io.ferrymq.client.testing.Producers.sendAsync;
import static io.ferrymq.client.testing.Producers.started;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.client.common.ClientErrorCode;
import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.hook.SendMessageContext;
import io.ferrymq.client.hook.SendMessageHook;
import io.ferrymq.client.testing.StubBroker;
import io.ferrymq.client.testing.StubNameServer;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.exception.RemotingTimeoutException;
import io.ferrymq.remoting.exception.RemotingTooMuchRequestException;
import io.ferrymq.remoting.protocol.ResponseCode;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RetryTest {
    private final StubBroker good = new StubBroker();
    private final StubBroker bad = new StubBroker();
    private final StubNameServer names =
            new StubNameServer().route("T", 4, "bad", bad.address(), "good", good.address());
    private DefaultMQProducer producer;

    @BeforeEach
    void start() throws Exception {
        producer = started(names.address());
    }

    @AfterEach
    void stop() {
        producer.shutdown();
        names.close();
        good.close();
        bad.close();
    }

    private void sendSome(int count) throws Exception {
        for (int i = 0; i < count; i++) {
            assertThat(producer.send(message("T"), 20_000).getMessageQueue().getBrokerName())
                    .isEqualTo("good");
        }
    }

    @Test
    void shouldGoToAnotherBrokerWhenOneRefusesForNow() throws Exception {
        bad.refusing(ResponseCode.SERVICE_NOT_AVAILABLE, "disk full");
        // One more than the other broker has queues: the first may be any.
        sendSome(5);
        assertThat(bad.sends()).isPositive();
        assertThat(sendAsync(producer, message("T"), 20_000)
                        .get(20, TimeUnit.SECONDS)
                        .getMessageQueue())
                .extracting(MessageQueue::getBrokerName)
                .isEqualTo("good");
    }

    @Test
    void shouldNameTheQueueOfTheAttemptInItsHeader() throws Exception {
        names.route("T", 1, "bad", bad.address(), "good", good.address());
        bad.refusing(ResponseCode.SYSTEM_BUSY, "busy");
        producer.fetchPublishMessageQueues("T");
        sendSome(2);
        assertThat(good.received())
                .allMatch(received -> received.header().bname().equals("good"));
    }

    @Test
    void shouldNotRetryWhatABrokerWillNeverTake() {
        bad.refusing(ResponseCode.MESSAGE_ILLEGAL, "too large");
        good.refusing(ResponseCode.MESSAGE_ILLEGAL, "too large");
        assertThatThrownBy(() -> producer.send(message("T"), 20_000))
                .isInstanceOfSatisfying(MQBrokerException.class, e -> {
                    assertThat(e.getResponseCode()).isEqualTo(ResponseCode.MESSAGE_ILLEGAL);
                    assertThat(e.getErrorMessage()).isEqualTo("too large");
                    assertThat(e.getBrokerAddr()).startsWith("127.0.0.1:");
                    assertThat(e.getStackTrace())
                            .anyMatch(frame -> frame.getClassName().equals(RetryTest.class.getName()));
                });
        assertThat(bad.sends() + good.sends()).isEqualTo(1);
    }

    @Test
    void shouldRetryCodesThatTheApplicationAdds() throws Exception {
        producer.addRetryResponseCode(ResponseCode.MESSAGE_ILLEGAL);
        bad.refusing(ResponseCode.MESSAGE_ILLEGAL, "odd");
        sendSome(2);
    }

    @Test
    void shouldTellOfAllAttempts() {
        bad.refusing(ResponseCode.SYSTEM_ERROR, "sick");
        good.refusing(ResponseCode.SYSTEM_ERROR, "sick too");
        assertThatThrownBy(() -> producer.send(message("T"), 20_000))
                .isInstanceOfSatisfying(MQClientException.class, e -> {
                    assertThat(e.getResponseCode()).isEqualTo(ResponseCode.SYSTEM_ERROR);
                    assertThat(e.getErrorMessage())
                            .startsWith("Send [3] times, still failed, cost [")
                            .contains("Topic: T, BrokersSent: [")
                            .contains("sick")
                            .contains("sick too");
                    assertThat(e.getCause()).isInstanceOf(MQBrokerException.class);
                });
        assertThat(bad.sends() + good.sends()).isEqualTo(3);
    }

    @Test
    void shouldLeaveTimeForAnotherBrokerWhenOneHangs() throws Exception {
        bad.silent();
        long startNanos = System.nanoTime();
        for (int i = 0; i < 6; i++) {
            producer.send(message("T"), 4_000);
        }
        // The hanging broker is tried once and then left alone for a while.
        assertThat(bad.sends()).isLessThanOrEqualTo(2);
        assertThat(System.nanoTime() - startNanos).isLessThan(TimeUnit.SECONDS.toNanos(40));
    }

    @Test
    void shouldHonourTheLimitOfOneAttempt() throws Exception {
        producer.setSendMsgMaxTimeoutPerRequest(200);
        bad.silent();
        sendSome(4);
    }

    @Test
    void shouldNotSendAgainAtAGivenQueue() {
        bad.refusing(ResponseCode.SYSTEM_BUSY, "busy");
        assertThatThrownBy(() -> producer.send(message("T"), new MessageQueue("T", "bad", 0), 20_000))
                .isInstanceOf(MQBrokerException.class);
        assertThat(bad.sends()).isEqualTo(1);
    }

    @Test
    void shouldReturnWhatIsStoredLessSafely() throws Exception {
        bad.with((context, header) -> bad.answer(context, header, ResponseCode.FLUSH_SLAVE_TIMEOUT));
        good.with((context, header) -> good.answer(context, header, ResponseCode.FLUSH_DISK_TIMEOUT));
        assertThat(producer.send(message("T"), new MessageQueue("T", "bad", 0)).getSendStatus())
                .isEqualTo(SendStatus.FLUSH_SLAVE_TIMEOUT);

        producer.setRetryAnotherBrokerWhenNotStoreOK(true);
        assertThat(producer.send(message("T"), 20_000).getSendStatus()).isNotEqualTo(SendStatus.SEND_OK);
        good.storing();
        assertThat(producer.send(message("T"), 20_000).getSendStatus()).isEqualTo(SendStatus.SEND_OK);
    }

    @Test
    void shouldTellWhenTheTimeIsUsedUp() {
        bad.silent();
        good.silent();
        assertThatThrownBy(() -> producer.send(message("T"), 300))
                .isInstanceOfAny(RemotingTooMuchRequestException.class, MQClientException.class)
                .hasMessageContaining("300 ms");
    }

    @Test
    void shouldSpendOneBudgetOnAllAttemptsOfAnAsyncSend() throws Exception {
        bad.silent();
        good.silent();
        long startNanos = System.nanoTime();
        assertThat(sendAsync(producer, message("T"), 400))
                .failsWithin(20, TimeUnit.SECONDS)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(RemotingTimeoutException.class);
        assertThat(System.nanoTime() - startNanos).isLessThan(TimeUnit.SECONDS.toNanos(5));
    }

    @Test
    @DisplayName("UP-045: asynchronous sends follow the same retry rule as synchronous ones")
    void up045_asyncSendsGoToAnotherBrokerWhenOneDies() throws Exception {
        producer.send(message("T"));
        bad.server().stop();
        for (int i = 0; i < 20; i++) {
            assertThat(sendAsync(producer, message("T"), 20_000)
                            .get(20, TimeUnit.SECONDS)
                            .getSendStatus())
                    .isEqualTo(SendStatus.SEND_OK);
        }
    }

    @Test
    @DisplayName("UP-042: a failed connection says so, with the address")
    void up042_connectFailuresAreNamed() {
        bad.server().stop();
        good.server().stop();
        assertThatThrownBy(() -> producer.send(message("T"), 20_000))
                .isInstanceOfSatisfying(MQClientException.class, e -> {
                    assertThat(e.getErrorMessage()).contains("connect").contains(bad.address());
                    assertThat(e.getCause()).isInstanceOf(RemotingException.class);
                    assertThat(e.getResponseCode()).isIn(ClientErrorCode.CONNECT_BROKER_EXCEPTION, -1);
                });
    }

    @Test
    void shouldCallHooksOnceAfterASend() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        producer.getDefaultMQProducerImpl().registerSendMessageHook(new SendMessageHook() {
            @Override
            public String hookName() {
                return "test";
            }

            @Override
            public void sendMessageBefore(SendMessageContext context) {
                seen.add("before " + context.getMq().getBrokerName());
            }

            @Override
            public void sendMessageAfter(SendMessageContext context) {
                seen.add("after " + context.getSendResult().getSendStatus());
            }
        });
        producer.send(message("T"), new MessageQueue("T", "good", 0));
        sendAsync(producer, message("T"), 20_000).get(20, TimeUnit.SECONDS);
        assertThat(seen).filteredOn(line -> line.startsWith("after")).hasSize(2);
        assertThat(seen.get(0)).isEqualTo("before good");
        assertThat(seen.get(1)).isEqualTo("after SEND_OK");
    }

    @Test
    void shouldLetAHookForbidASend() {
        producer.getDefaultMQProducerImpl().registerCheckForbiddenHook(new io.ferrymq.client.hook.CheckForbiddenHook() {
            @Override
            public String hookName() {
                return "no";
            }

            @Override
            public void checkForbidden(io.ferrymq.client.hook.CheckForbiddenContext context) throws MQClientException {
                throw new MQClientException("not to " + context.getMq().getBrokerName(), null);
            }
        });
        assertThatThrownBy(() -> producer.send(message("T"))).hasMessageStartingWith("not to ");
        assertThat(good.sends() + bad.sends()).isZero();
    }

    @Test
    void shouldThrowWhatAnRpcHookThrowsAndGoOnAfterwards() throws Exception {
        java.util.concurrent.atomic.AtomicBoolean denies = new java.util.concurrent.atomic.AtomicBoolean();
        DefaultMQProducer hooked = new DefaultMQProducer("hooked", new io.ferrymq.remoting.RPCHook() {
            @Override
            public void doBeforeRequest(String remoteAddr, io.ferrymq.remoting.protocol.RemotingCommand request) {
                if (denies.get()) {
                    throw new IllegalStateException("no key");
                }
            }

            @Override
            public void doAfterResponse(
                    String remoteAddr,
                    io.ferrymq.remoting.protocol.RemotingCommand request,
                    io.ferrymq.remoting.protocol.RemotingCommand response) {
                assertThat(response.getCode()).isZero();
            }
        });
        hooked.setNamesrvAddr(names.address());
        hooked.setSendMsgTimeout(20_000);
        hooked.start();
        try {
            hooked.send(message("T"));
            denies.set(true);
            assertThatThrownBy(() -> hooked.send(message("T")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("no key");
            assertThat(sendAsync(hooked, message("T"), 20_000))
                    .failsWithin(20, TimeUnit.SECONDS)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(IllegalStateException.class);
            denies.set(false);
            assertThat(hooked.send(message("T")).getSendStatus()).isEqualTo(SendStatus.SEND_OK);
        } finally {
            hooked.shutdown();
        }
    }

    @Test
    void shouldNotAskTheOnlyBrokerAgainForWhatItDoesNotServe() throws Exception {
        names.route("Alone", 4, "good", good.address());
        good.refusing(
                ResponseCode.SYSTEM_ERROR, "the message asks for a delivery time, and the timer wheel is not enabled");
        Message timed = message("Alone");
        timed.setDelayTimeSec(10);
        assertThatThrownBy(() -> producer.send(timed))
                .isInstanceOf(MQBrokerException.class)
                .hasMessageContaining("timer wheel is not enabled");
        assertThat(good.sends()).isEqualTo(1);
        // The same code without that wish may be a passing trouble.
        assertThatThrownBy(() -> producer.send(message("Alone"), 20_000)).isInstanceOf(MQClientException.class);
        assertThat(good.sends()).isEqualTo(1 + 3);
    }

    @Test
    void shouldAskAnotherBrokerForWhatOneDoesNotServe() throws Exception {
        bad.refusing(ResponseCode.SYSTEM_ERROR, "timer message is not enabled");
        for (int i = 0; i < 5; i++) {
            Message timed = message("T");
            timed.setDelayTimeSec(10);
            assertThat(producer.send(timed, 20_000).getMessageQueue().getBrokerName())
                    .isEqualTo("good");
        }
        assertThat(bad.sends()).isPositive();
    }
}
