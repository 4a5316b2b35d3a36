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
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
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
    private final String topic;
    private final int queues;

    /** A message that was answered OK. */
    record Answered(String key, int queueId, long queueOffset) {}

    public Audit(String broker, String topic, int queues) {
        this.broker = broker;
        this.topic = topic;
        this.queues = queues;
    }

    /** Reads every queue to its end; returns key by "queue offset". */
    public Map<String, String> readAll() throws Exception {
        Map<String, String> keys = new HashMap<>();
        for (int queue = 0; queue < queues; queue++) {
            long next = 0;
            for (List<MessageExt> batch = pull(queue, next); !batch.isEmpty(); batch = pull(queue, next)) {
                for (MessageExt message : batch) {
                    assertThat(message.getQueueOffset())
                            .as("offsets of queue %d are dense", queue)
                            .isEqualTo(next);
                    assertThat(new String(message.getBody(), UTF_8))
                            .as("body of %s", message.getKeys())
                            .startsWith(message.getKeys());
                    keys.put(queue + " " + next, message.getKeys());
                    next++;
                }
            }
        }
        return keys;
    }

    private List<MessageExt> pull(int queue, long offset) throws Exception {
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
            assertThat(stored.get(message.queueId() + " " + message.queueOffset()))
                    .as("message at queue %d offset %d", message.queueId(), message.queueOffset())
                    .isEqualTo(message.key());
        }
    }

    void assertFoundByKey(Answered message) throws Exception {
        Reply reply = client.call(
                broker,
                Request.of(
                        RequestCode.QUERY_MESSAGE,
                        new QueryMessageRequestHeader(topic, message.key(), 32, 0, Long.MAX_VALUE, null)),
                TIMEOUT_MS);
        assertThat(reply.code())
                .as("query by key %s: %s", message.key(), reply.remark())
                .isEqualTo(ResponseCode.SUCCESS);
        assertThat(MessageDecoder.decodes(ByteBuffer.wrap(reply.body()))).anySatisfy(found -> {
            assertThat(found.getKeys()).isEqualTo(message.key());
            assertThat(found.getQueueOffset()).isEqualTo(message.queueOffset());
        });
    }

    @Override
    public void close() {
        client.close();
        threads.close();
    }
}
