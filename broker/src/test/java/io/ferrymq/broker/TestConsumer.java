package io.ferrymq.broker;

import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.sysflag.PullSysFlag;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.IoThreads;
import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.RemotingSettings;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.filter.FilterAPI;
import io.ferrymq.remoting.protocol.header.GetConsumerRunningInfoRequestHeader;
import io.ferrymq.remoting.protocol.header.NotifyConsumerIdsChangedRequestHeader;
import io.ferrymq.remoting.protocol.header.PullMessageCodec;
import io.ferrymq.remoting.protocol.header.PullMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.PullMessageResponseHeader;
import io.ferrymq.remoting.protocol.header.QueryConsumerOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.UpdateConsumerOffsetRequestHeader;
import io.ferrymq.remoting.protocol.heartbeat.ConsumeType;
import io.ferrymq.remoting.protocol.heartbeat.ConsumerData;
import io.ferrymq.remoting.protocol.heartbeat.HeartbeatData;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import io.ferrymq.remoting.protocol.heartbeat.ProducerData;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One member of a group with a connection of its own, that hears what the broker tells it. */
public final class TestConsumer implements AutoCloseable {
    public static final long TIMEOUT_MS = 20_000;

    private final IoThreads threads = new IoThreads("test-consumer", 1);
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final String address;
    private final String group;
    private final String clientId;
    private final RemotingClient client;

    public TestConsumer(String address, String group, String clientId) {
        this.address = address;
        this.group = group;
        this.clientId = clientId;
        HandlerTable callbacks = HandlerTable.builder()
                .on(
                        RequestCode.NOTIFY_CONSUMER_IDS_CHANGED,
                        NotifyConsumerIdsChangedRequestHeader.class,
                        (ctx, header, body) -> told.add("changed " + header.consumerGroup()))
                .on(
                        RequestCode.RESET_CONSUMER_CLIENT_OFFSET,
                        (ctx, header, body) -> told.add("reset " + body.toString(StandardCharsets.UTF_8)))
                .on(
                        RequestCode.GET_CONSUMER_STATUS_FROM_CLIENT,
                        (ctx, header, body) -> ctx.respond(Response.success(
                                "{\"messageQueueTable\":{{\"brokerName\":\"broker-a\",\"queueId\":0,\"topic\":\"T\"}:7}}"
                                        .getBytes(StandardCharsets.UTF_8))))
                .on(
                        RequestCode.GET_CONSUMER_RUNNING_INFO,
                        GetConsumerRunningInfoRequestHeader.class,
                        (ctx, header, body) -> ctx.respond(
                                Response.success(("info of " + header.clientId()).getBytes(StandardCharsets.UTF_8))))
                .on(RequestCode.CONSUME_MESSAGE_DIRECTLY, (ctx, header, body) -> {
                    byte[] record = new byte[body.readableBytes()];
                    body.readBytes(record);
                    MessageExt message = MessageDecoder.decode(ByteBuffer.wrap(record));
                    ctx.respond(Response.success(("consumed " + new String(message.getBody(), StandardCharsets.UTF_8)
                                    + " by " + ctx.fields().toMap().get("brokerName"))
                            .getBytes(StandardCharsets.UTF_8)));
                })
                .build();
        this.client = new RemotingClient(threads, RemotingSettings.defaults(), callbacks);
    }

    /** What the broker told this member, in order. */
    public BlockingQueue<String> told() {
        return told;
    }

    public Reply call(Request<?> request) throws Exception {
        return client.call(address, request, TIMEOUT_MS);
    }

    public CompletableFuture<Reply> callAsync(Request<?> request) {
        return client.callAsync(address, request, TIMEOUT_MS);
    }

    public static SubscriptionData tags(String topic, String expression) {
        return FilterAPI.buildSubscriptionData(topic, expression, 1);
    }

    public ConsumerData consumerData(MessageModel model, SubscriptionData... subscriptions) {
        return new ConsumerData(
                group,
                ConsumeType.CONSUME_PASSIVELY,
                model,
                ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET,
                Set.of(subscriptions),
                false);
    }

    /** Subscribes a topic as an application that pulls for itself, perhaps several times at once. */
    public Reply joinPulling(String topic) throws Exception {
        ConsumerData data = new ConsumerData(
                group,
                ConsumeType.CONSUME_ACTIVELY,
                MessageModel.CLUSTERING,
                ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET,
                Set.of(tags(topic, "*")),
                false);
        return heartbeat(HeartbeatData.of(clientId, Set.of(), Set.of(data)));
    }

    public Reply heartbeat(HeartbeatData beat) throws Exception {
        return call(Request.of(RequestCode.HEART_BEAT, Json.encode(beat)));
    }

    public Reply subscribe(SubscriptionData... subscriptions) throws Exception {
        return heartbeat(HeartbeatData.of(
                clientId,
                Set.of(new ProducerData("producers-of-" + clientId)),
                Set.of(consumerData(MessageModel.CLUSTERING, subscriptions))));
    }

    /** Subscribes topics with all their tags. */
    public Reply join(String... topics) throws Exception {
        return subscribe(Stream.of(topics).map(topic -> tags(topic, "*")).toArray(SubscriptionData[]::new));
    }

    public PullMessageRequestHeader pullHeader(String topic, int queueId, long offset, int sysFlag, long suspendMs) {
        return new PullMessageRequestHeader(
                group, topic, queueId, offset, 32, sysFlag, 0, suspendMs, null, 1, null, null, null, null, null);
    }

    public static Request<PullMessageRequestHeader> pullRequest(PullMessageRequestHeader header) {
        return new Request<>(RequestCode.PULL_MESSAGE, header, PullMessageCodec.INSTANCE, null);
    }

    /** Pulls without waiting. */
    public Reply pull(String topic, int queueId, long offset) throws Exception {
        return call(pullRequest(pullHeader(topic, queueId, offset, 0, 0)));
    }

    public CompletableFuture<Reply> waitingPull(String topic, int queueId, long offset, long suspendMs) {
        return callAsync(pullRequest(pullHeader(topic, queueId, offset, PullSysFlag.FLAG_SUSPEND, suspendMs)));
    }

    public Reply commit(String topic, int queueId, long offset) throws Exception {
        return call(Request.of(
                RequestCode.UPDATE_CONSUMER_OFFSET,
                new UpdateConsumerOffsetRequestHeader(group, topic, queueId, offset)));
    }

    public Reply position(String topic, int queueId) throws Exception {
        return call(Request.of(
                RequestCode.QUERY_CONSUMER_OFFSET, new QueryConsumerOffsetRequestHeader(group, topic, queueId, false)));
    }

    public static PullMessageResponseHeader header(Reply reply) {
        return reply.header(PullMessageResponseHeader.class);
    }

    public static List<MessageExt> messages(Reply reply) {
        return MessageDecoder.decodes(ByteBuffer.wrap(reply.body()));
    }

    public static List<String> bodies(Reply reply) {
        return messages(reply).stream()
                .map(message -> new String(message.getBody(), StandardCharsets.UTF_8))
                .collect(Collectors.toList());
    }

    @Override
    public void close() {
        client.close();
        threads.close();
    }
}
