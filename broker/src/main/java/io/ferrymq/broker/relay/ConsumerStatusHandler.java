package io.ferrymq.broker.relay;

import io.ferrymq.broker.client.ClientLink;
import io.ferrymq.broker.client.ConsumerGroup;
import io.ferrymq.broker.client.ConsumerTable;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.JsonException;
import io.ferrymq.remoting.protocol.ProtocolVersion;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.GetConsumerStatusBody;
import io.ferrymq.remoting.protocol.header.GetConsumerStatusRequestHeader;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code INVOKE_BROKER_TO_GET_CONSUMER_STATUS} (223): asks the members (221) for their offsets, all at once, and answers with those of
 * whoever answered in time.
 */
public final class ConsumerStatusHandler implements RequestHandler<GetConsumerStatusRequestHeader> {
    private static final Logger LOG = LoggerFactory.getLogger(ConsumerStatusHandler.class);
    private static final long TIMEOUT_MS = 5_000;

    private final ConsumerTable consumers;

    public ConsumerStatusHandler(ConsumerTable consumers) {
        this.consumers = consumers;
    }

    @Override
    public void handle(RequestContext context, GetConsumerStatusRequestHeader header, ByteBuf body) {
        ConsumerGroup group = consumers.find(header.group());
        List<ClientLink> asked = group == null ? List.of() : membersToAsk(group, header.clientAddr());
        if (asked.isEmpty()) {
            context.respond(
                    ResponseCode.SYSTEM_ERROR,
                    "No Any Consumer online in the consumer group: [" + header.group() + "]");
            return;
        }
        for (ClientLink member : asked) {
            if (member.version() < ProtocolVersion.RESET_OFFSET_PUSH_MIN) {
                context.respond(
                        ResponseCode.SYSTEM_ERROR,
                        "client " + member + " cannot be asked for its offsets, its version is "
                                + ProtocolVersion.describe(member.version()));
                return;
            }
        }
        ask(context, header, asked);
    }

    private static List<ClientLink> membersToAsk(ConsumerGroup group, String clientId) {
        return group.members().values().stream()
                .map(ConsumerGroup.Member::link)
                .filter(link -> clientId == null || clientId.isBlank() || clientId.equals(link.clientId()))
                .toList();
    }

    private static void ask(RequestContext context, GetConsumerStatusRequestHeader header, List<ClientLink> asked) {
        Map<String, Map<MessageQueue, Long>> answers = new ConcurrentHashMap<>();
        Request<?> request = Request.of(
                RequestCode.GET_CONSUMER_STATUS_FROM_CLIENT,
                new GetConsumerStatusRequestHeader(header.topic(), header.group(), null));
        CompletableFuture<?>[] calls = asked.stream()
                .map(member -> member.connection()
                        .call(request, TIMEOUT_MS)
                        .handle((reply, failure) -> note(member, reply, failure, answers)))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(calls)
                .thenRun(() -> context.respond(Response.success(Json.encode(GetConsumerStatusBody.ofGroup(answers)))));
    }

    private static Void note(
            ClientLink member, Reply reply, Throwable failure, Map<String, Map<MessageQueue, Long>> answers) {
        if (failure != null || !reply.isSuccess() || reply.body().length == 0) {
            LOG.warn("client {} did not tell its offsets: {}", member, failure != null ? failure : reply.remark());
            return null;
        }
        try {
            answers.put(
                    member.clientId(),
                    Json.decode(reply.body(), GetConsumerStatusBody.class).messageQueueTable());
        } catch (JsonException e) {
            LOG.warn("client {} told its offsets in a form that cannot be read: {}", member, e.getMessage());
        }
        return null;
    }
}
