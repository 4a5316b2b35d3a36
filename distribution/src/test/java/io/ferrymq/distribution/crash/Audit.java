package io.ferrymq.distribution.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.IoThreads;
import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.RemotingSettings;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.KVTable;
import io.ferrymq.remoting.protocol.header.PullMessageCodec;
import io.ferrymq.remoting.protocol.header.PullMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.PullMessageResponseHeader;
import io.ferrymq.remoting.protocol.header.QueryMessageRequestHeader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Holds what a broker answered against what it has: every answered message where the answer said, offsets without gap or repeat. */
public final class Audit implements AutoCloseable {
    private static final long TIMEOUT_MS = 20_000;

    private final IoThreads threads = new IoThreads("audit", 1);
    private final RemotingClient client =
            new RemotingClient(threads, RemotingSettings.defaults(), HandlerTable.empty());
    private final String broker;
    private final List<String> topics;
    private final int queues;

    /** A message that was answered OK. */
    record Answered(String topic, String key, int queueId, long queueOffset) {
        String place() {
            return topic + " " + queueId + " " + queueOffset;
        }
    }

    public Audit(String broker, List<String> topics, int queues) {
        this.broker = broker;
        this.topics = topics;
        this.queues = queues;
    }

    /** Reads every queue to its end; returns the key at each place. */
    public Map<String, String> readAll() throws Exception {
        Map<String, String> keys = new HashMap<>();
        for (String topic : topics) {
            for (int queue = 0; queue < queues; queue++) {
                readQueue(topic, queue, keys);
            }
        }
        return keys;
    }

    private void readQueue(String topic, int queue, Map<String, String> keys) throws Exception {
        long next = 0;
        for (List<MessageExt> batch = pull(topic, queue, next); !batch.isEmpty(); batch = pull(topic, queue, next)) {
            for (MessageExt message : batch) {
                assertThat(message.getQueueOffset())
                        .as("offsets of queue %s %d are dense", topic, queue)
                        .isEqualTo(next);
                assertThat(new String(message.getBody(), UTF_8))
                        .as("body of %s", message.getKeys())
                        .startsWith(message.getKeys());
                keys.put(new Answered(topic, message.getKeys(), queue, next).place(), message.getKeys());
                next++;
            }
        }
    }

    private List<MessageExt> pull(String topic, int queue, long offset) throws Exception {
        PullMessageRequestHeader header = new PullMessageRequestHeader(
                "audit", topic, queue, offset, 32, 4, 0, 0, "*", 0, "TAG", null, null, null, null);
        Reply reply = client.call(
                broker, new Request<>(RequestCode.PULL_MESSAGE, header, PullMessageCodec.INSTANCE, null), TIMEOUT_MS);
        if (reply.code() == ResponseCode.SUCCESS) {
            return MessageDecoder.decodes(ByteBuffer.wrap(reply.body()));
        }
        assertThat(reply.code())
                .as("pull of queue %d at %d: %s", queue, offset, reply.remark())
                .isEqualTo(ResponseCode.PULL_NOT_FOUND);
        assertThat(reply.header(PullMessageResponseHeader.class).maxOffset()).isEqualTo(offset);
        return new ArrayList<>();
    }

    void assertAllThere(List<Answered> answered, Map<String, String> stored) {
        for (Answered message : answered) {
            assertThat(stored.get(message.place()))
                    .as("message at topic, queue, offset %s", message.place())
                    .isEqualTo(message.key());
        }
    }

    void assertFoundByKey(Answered message) throws Exception {
        Reply reply = client.call(
                broker,
                Request.of(
                        RequestCode.QUERY_MESSAGE,
                        new QueryMessageRequestHeader(message.topic(), message.key(), 32, 0, Long.MAX_VALUE, null)),
                TIMEOUT_MS);
        assertThat(reply.code())
                .as("query by key %s: %s", message.key(), reply.remark())
                .isEqualTo(ResponseCode.SUCCESS);
        assertThat(MessageDecoder.decodes(ByteBuffer.wrap(reply.body()))).anySatisfy(found -> {
            assertThat(found.getKeys()).isEqualTo(message.key());
            assertThat(found.getQueueOffset()).isEqualTo(message.queueOffset());
        });
    }

    /** Where the broker's log ends. */
    long logEnd() throws Exception {
        Reply reply = client.call(broker, Request.of(RequestCode.GET_BROKER_RUNTIME_INFO), TIMEOUT_MS);
        return Long.parseLong(Json.decode(reply.body(), KVTable.class).table().get("commitLogMaxOffset"));
    }

    @Override
    public void close() {
        client.close();
        threads.close();
    }
}
