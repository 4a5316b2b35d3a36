package io.ferrymq.broker.follow;

import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.IoThreads;
import io.ferrymq.remoting.RemotingServer;
import io.ferrymq.remoting.RemotingSettings;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.RequestCode;
import io.netty.buffer.ByteBuf;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A peer on a real port that answers what a test wants. */
final class ScriptedMaster implements AutoCloseable {
    private final IoThreads threads = new IoThreads("scripted-master", 1);
    private final RemotingServer server;
    private final Map<Integer, Function<Map<String, String>, Response<?>>> answers = new ConcurrentHashMap<>();
    private final List<Map<String, String>> commits = new CopyOnWriteArrayList<>();
    private final InetSocketAddress address;

    ScriptedMaster() throws Exception {
        HandlerTable.Builder rows = HandlerTable.builder();
        for (int code : List.of(
                RequestCode.GET_ALL_TOPIC_CONFIG,
                RequestCode.GET_ALL_SUBSCRIPTIONGROUP_CONFIG,
                RequestCode.GET_ALL_CONSUMER_OFFSET,
                RequestCode.GET_ALL_DELAY_OFFSET,
                RequestCode.GET_ALL_MESSAGE_REQUEST_MODE)) {
            rows.on(code, this::answer);
        }
        rows.on(RequestCode.UPDATE_CONSUMER_OFFSET, (context, header, body) -> {
            commits.add(new TreeMap<>(context.fields().toMap()));
            context.respond(Response.success());
        });
        server = new RemotingServer(threads, RemotingSettings.defaults(), () -> {}, connection -> {});
        address = server.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), rows.build());
    }

    private void answer(RequestContext context, Void header, ByteBuf body) {
        context.respond(answers.get(context.code()).apply(context.fields().toMap()));
    }

    String address() {
        return "127.0.0.1:" + address.getPort();
    }

    void answers(int code, Function<Map<String, String>, Response<?>> answer) {
        answers.put(code, answer);
    }

    void answers(int code, String json) {
        answers(code, fields -> Response.success(json.getBytes(StandardCharsets.UTF_8)));
    }

    void fails(int code, int responseCode) {
        answers(code, fields -> Response.of(responseCode, "scripted"));
    }

    /** Fields of the positions it was told. */
    List<Map<String, String>> commits() {
        return commits;
    }

    @Override
    public void close() {
        server.close();
        threads.close();
    }
}
