package io.ferrymq.client.producer;

import static io.ferrymq.client.testing.Producers.callback;
import static io.ferrymq.client.testing.Producers.message;
import static io.ferrymq.client.testing.Producers.started;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.hook.CheckForbiddenContext;
import io.ferrymq.client.hook.CheckForbiddenHook;
import io.ferrymq.client.hook.SendMessageContext;
import io.ferrymq.client.hook.SendMessageHook;
import io.ferrymq.client.impl.CommunicationMode;
import io.ferrymq.client.testing.StubBroker;
import io.ferrymq.client.testing.StubNameServer;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.common.message.MessageType;
import io.ferrymq.remoting.RPCHook;
import io.ferrymq.remoting.protocol.RemotingCommand;
import io.ferrymq.remoting.protocol.ResponseCode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HookTest {
    private final StubBroker broker = new StubBroker();
    private final StubNameServer names = new StubNameServer().route("T", 2, "a", broker.address());
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private DefaultMQProducer producer;

    @AfterEach
    void stop() {
        if (producer != null) {
            producer.shutdown();
        }
        names.close();
        broker.close();
    }

    /** Writes down what it is told. */
    private class Recording implements SendMessageHook, CheckForbiddenHook {
        final String name;
        final List<SendMessageContext> before = new CopyOnWriteArrayList<>();
        final List<SendMessageContext> after = new CopyOnWriteArrayList<>();
        final List<CheckForbiddenContext> checked = new CopyOnWriteArrayList<>();

        Recording(String name) {
            this.name = name;
        }

        @Override
        public String hookName() {
            return name;
        }

        @Override
        public void checkForbidden(CheckForbiddenContext context) {
            checked.add(context);
            seen.add(name + " check");
        }

        @Override
        public void sendMessageBefore(SendMessageContext context) {
            assertThat(context.getSendResult()).isNull();
            assertThat(context.getException()).isNull();
            before.add(context);
            seen.add(name + " before");
        }

        @Override
        public void sendMessageAfter(SendMessageContext context) {
            after.add(context);
            String how = context.getSendResult() != null
                    ? context.getSendResult().getSendStatus().name()
                    : context.getException() == null
                            ? "handed over"
                            : context.getException().getClass().getSimpleName();
            seen.add(name + " after " + how);
        }

        void register() {
            producer.getDefaultMQProducerImpl().registerCheckForbiddenHook(this);
            producer.getDefaultMQProducerImpl().registerSendMessageHook(this);
        }
    }

    /** A way to send, to the end. */
    private void send(CommunicationMode mode, Message message, MessageQueue queue) throws Exception {
        switch (mode) {
            case SYNC -> {
                if (queue == null) {
                    producer.send(message);
                } else {
                    producer.send(message, queue);
                }
            }
            case ASYNC -> {
                CompletableFuture<SendResult> end = new CompletableFuture<>();
                if (queue == null) {
                    producer.send(message, callback(end));
                } else {
                    producer.send(message, queue, callback(end));
                }
                end.exceptionally(failure -> null).get(20, TimeUnit.SECONDS);
            }
            case ONEWAY -> producer.sendOneway(message, queue == null ? new MessageQueue("T", "a", 1) : queue);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellHooksOfEachWayInTheOrderOfTheirRegistrationAndOnce(CommunicationMode mode) throws Exception {
        producer = started(names.address(), p -> p.setUnitMode(true));
        Recording first = new Recording("1");
        first.register();
        new Recording("2").register();
        Message message = message("T");

        send(mode, message, new MessageQueue("T", "a", 1));

        String end = mode == CommunicationMode.ONEWAY ? "handed over" : "SEND_OK";
        assertThat(seen)
                .containsExactly("1 check", "2 check", "1 before", "2 before", "1 after " + end, "2 after " + end);

        CheckForbiddenContext checked = first.checked.get(0);
        assertThat(checked.getNameSrvAddr()).isEqualTo(names.address());
        assertThat(checked.getGroup()).isEqualTo("group");
        assertThat(checked.getMessage()).isSameAs(message);
        assertThat(checked.getMq()).isEqualTo(new MessageQueue("T", "a", 1));
        assertThat(checked.getBrokerAddr()).isEqualTo(broker.address());
        assertThat(checked.getCommunicationMode()).isEqualTo(mode);
        assertThat(checked.isUnitMode()).isTrue();
        assertThat(checked.getSendResult()).isNull();
        assertThat(checked.getException()).isNull();
        assertThat(checked.getArg()).isNull();

        SendMessageContext sent = first.before.get(0);
        assertThat(first.after).containsExactly(sent);
        assertThat(sent.getProducer()).isSameAs(producer.getDefaultMQProducerImpl());
        assertThat(sent.getProducerGroup()).isEqualTo("group");
        assertThat(sent.getMessage()).isSameAs(message);
        assertThat(sent.getMq()).isEqualTo(new MessageQueue("T", "a", 1));
        assertThat(sent.getBrokerAddr()).isEqualTo(broker.address());
        assertThat(sent.getBornHost()).isEqualTo(producer.getClientIP());
        assertThat(sent.getCommunicationMode()).isEqualTo(mode);
        assertThat(sent.getMsgType()).isEqualTo(MessageType.Normal_Msg);
        assertThat(sent.getNamespace()).isNull();
        assertThat(sent.getProps()).isNull();
        assertThat(sent.getException()).isNull();
    }

    @ParameterizedTest
    @EnumSource(names = {"SYNC", "ASYNC"})
    void shouldTellHooksOfEachAttemptThatFailed(CommunicationMode mode) throws Exception {
        StubBroker bad = new StubBroker().refusing(ResponseCode.SYSTEM_ERROR, "no");
        names.route("T", 1, "bad", bad.address());
        producer = started(names.address(), p -> {
            p.setRetryTimesWhenSendFailed(2);
            p.setRetryTimesWhenSendAsyncFailed(2);
        });
        Recording hook = new Recording("h");
        hook.register();
        try {
            send(mode, message("T"), null);
        } catch (MQClientException expected) {
            assertThat(mode).isEqualTo(CommunicationMode.SYNC);
        }

        String last = mode == CommunicationMode.SYNC ? "MQClientException" : "MQBrokerException";
        assertThat(seen)
                .containsExactly(
                        "h check",
                        "h before",
                        "h after MQBrokerException",
                        "h check",
                        "h before",
                        "h after MQBrokerException",
                        "h check",
                        "h before",
                        "h after " + last);
        assertThat(hook.after).isEqualTo(hook.before).doesNotHaveDuplicates();
        bad.close();
    }

    @Test
    void shouldTellHooksOfAFailureAndOfAResultOfTheSameSend() throws Exception {
        StubBroker bad = new StubBroker().refusing(ResponseCode.SYSTEM_ERROR, "no");
        names.route("T", 1, "bad", bad.address(), "good", broker.address());
        producer = started(names.address());
        Recording hook = new Recording("h");
        hook.register();
        producer.send(message("T"));
        producer.send(message("T"));

        List<SendMessageContext> failed = hook.after.stream()
                .filter(context -> context.getException() != null)
                .toList();
        assertThat(failed).isNotEmpty().allSatisfy(context -> {
            assertThat(context.getException()).isInstanceOf(MQBrokerException.class);
            assertThat(context.getMq().getBrokerName()).isEqualTo("bad");
            assertThat(context.getSendResult()).isNull();
        });
        assertThat(hook.after)
                .filteredOn(context -> context.getSendResult() != null)
                .hasSize(2);
        bad.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotSendWhatAHookForbidsWhateverTheWay(CommunicationMode mode) throws Exception {
        producer = started(names.address());
        Recording after = new Recording("later");
        producer.getDefaultMQProducerImpl().registerCheckForbiddenHook(new Recording("no") {
            @Override
            public void checkForbidden(CheckForbiddenContext context) {
                throw new IllegalStateException("closed on Sundays");
            }
        });
        after.register();
        if (mode == CommunicationMode.ASYNC) {
            CompletableFuture<SendResult> end = new CompletableFuture<>();
            producer.send(message("T"), callback(end));
            assertThatThrownBy(() -> end.get(20, TimeUnit.SECONDS)).hasMessageContaining("closed on Sundays");
        } else {
            assertThatThrownBy(() -> send(mode, message("T"), null)).hasMessageContaining("closed on Sundays");
        }
        assertThat(seen).isEmpty();
        assertThat(broker.sends()).isZero();
    }

    @Test
    void shouldSendOnWhenAHookThrowsAnError() throws Exception {
        producer = started(names.address());
        producer.getDefaultMQProducerImpl().registerSendMessageHook(new Recording("broken") {
            @Override
            public void sendMessageBefore(SendMessageContext context) {
                throw new NoClassDefFoundError("of a tracer");
            }

            @Override
            public void sendMessageAfter(SendMessageContext context) {
                throw new NoClassDefFoundError("of a tracer");
            }
        });
        for (CommunicationMode mode : CommunicationMode.values()) {
            send(mode, message("T"), null);
        }
        await().atMost(10, TimeUnit.SECONDS).until(() -> broker.sends() == 3);
    }

    @Test
    void shouldEndAnAsynchronousSendWhoseCheckThrowsAnError() throws Exception {
        producer = started(names.address());
        producer.getDefaultMQProducerImpl().registerCheckForbiddenHook(new Recording("broken") {
            @Override
            public void checkForbidden(CheckForbiddenContext context) {
                throw new NoClassDefFoundError("of a check");
            }
        });
        CompletableFuture<SendResult> end = new CompletableFuture<>();
        producer.send(message("T"), callback(end));
        assertThat(end)
                .failsWithin(5, TimeUnit.SECONDS)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(NoClassDefFoundError.class);
        assertThatThrownBy(() -> producer.send(message("T"))).hasRootCauseInstanceOf(NoClassDefFoundError.class);
    }

    @Test
    void shouldSendOnWhenAHookFails() throws Exception {
        producer = started(names.address());
        new Recording("broken") {
            @Override
            public void sendMessageBefore(SendMessageContext context) {
                throw new IllegalStateException("mine");
            }

            @Override
            public void sendMessageAfter(SendMessageContext context) {
                throw new IllegalStateException("mine");
            }
        }.register();
        new Recording("whole").register();
        assertThat(producer.send(message("T")).getSendStatus()).isEqualTo(SendStatus.SEND_OK);
        assertThat(seen).containsExactly("broken check", "whole check", "whole before", "whole after SEND_OK");
    }

    @Test
    void shouldTellHooksWhatKindOfMessageItIs() throws Exception {
        producer = started(names.address(), p -> p.setNamespace("NS"));
        names.route("NS%T", 1, "a", broker.address());
        Recording hook = new Recording("h");
        hook.register();
        Message level = message("T");
        level.setDelayTimeLevel(3);
        Message seconds = message("T");
        seconds.setDelayTimeSec(3);
        Message at = message("T");
        at.setDeliverTimeMs(System.currentTimeMillis() + 3_000);
        for (Message message : List.of(message("T"), level, seconds, at)) {
            producer.send(message);
        }
        assertThat(hook.after)
                .extracting(SendMessageContext::getMsgType)
                .containsExactly(
                        MessageType.Normal_Msg, MessageType.Delay_Msg, MessageType.Delay_Msg, MessageType.Delay_Msg);
        assertThat(hook.after.get(0).getNamespace()).isEqualTo("NS");
        assertThat(hook.after.get(0).getProducerGroup()).isEqualTo("NS%group");
    }

    @Test
    void shouldRunRpcHooksAfterTheNamespaceAndStreamMarksAndBeforeTheZone() throws Exception {
        System.setProperty("rocketmq.zone", "z1");
        System.setProperty("rocketmq.zone.mode", "true");
        List<List<String>> fields = new CopyOnWriteArrayList<>();
        producer = new DefaultMQProducer("group", new RPCHook() {
            @Override
            public void doBeforeRequest(String remoteAddr, RemotingCommand request) {
                fields.add(List.copyOf(request.getExtFields().keySet()));
                request.addExtField("mine", "1");
            }

            @Override
            public void doAfterResponse(String remoteAddr, RemotingCommand request, RemotingCommand response) {
                List<String> names = List.copyOf(request.getExtFields().keySet());
                fields.add(names.subList(names.indexOf("mine"), names.size()));
            }
        });
        try {
            producer.setNamesrvAddr(names.address());
            producer.setNamespaceV2("ns2");
            producer.setEnableStreamRequestType(true);
            producer.setSendMsgTimeout(20_000);
            producer.start();
        } finally {
            System.clearProperty("rocketmq.zone");
            System.clearProperty("rocketmq.zone.mode");
        }
        assertThat(producer.buildMQClientId()).endsWith("@STREAM");
        fields.clear();
        producer.send(message("T"), new MessageQueue("T", "a", 0));

        await().atMost(20, TimeUnit.SECONDS).until(() -> fields.stream().anyMatch(one -> one.contains("mine")));
        assertThat(fields).anySatisfy(before -> assertThat(before).containsSubsequence("nsd", "ns", "ReqT"));
        assertThat(fields).noneMatch(each -> each.contains("ReqT") && each.contains("__ZONE_NAME"));
        assertThat(fields).anySatisfy(end -> assertThat(end).containsExactly("mine", "__ZONE_NAME", "__ZONE_MODE"));
    }
}
