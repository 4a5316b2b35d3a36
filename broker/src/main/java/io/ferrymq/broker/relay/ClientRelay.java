package io.ferrymq.broker.relay;

import io.ferrymq.broker.client.ClientLink;
import io.ferrymq.broker.client.ConsumerGroup;
import io.ferrymq.broker.client.ConsumerTable;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.ReplyCallback;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.codec.MapCodec;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.exception.RemotingTimeoutException;
import io.ferrymq.remoting.protocol.ProtocolVersion;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.Map;

/** Hands a request on to one member of a group and its answer back, both as they are. */
final class ClientRelay {
    private static final long TIMEOUT_MS = 10_000;

    private final ConsumerTable consumers;

    ClientRelay(ConsumerTable consumers) {
        this.consumers = consumers;
    }

    /** The member, or null when the request has been answered because it cannot be asked. */
    ClientLink findMember(RequestContext context, String groupName, String clientId) {
        if (clientId == null) {
            context.respond(
                    ResponseCode.SYSTEM_ERROR,
                    "header field 'clientId' is missing: the member of group " + groupName + " to ask must be named");
            return null;
        }
        ConsumerGroup group = consumers.find(groupName);
        ClientLink member = group == null ? null : group.findClient(clientId);
        if (member == null) {
            context.respond(
                    ResponseCode.SYSTEM_ERROR, "The Consumer <" + groupName + "> <" + clientId + "> not online");
            return null;
        }
        if (member.version() < ProtocolVersion.CONSUMER_RUNNING_INFO_MIN) {
            context.respond(
                    ResponseCode.SYSTEM_ERROR,
                    "The Consumer <" + groupName + "> <" + clientId + "> is of version "
                            + ProtocolVersion.describe(member.version()) + ", which cannot be asked, "
                            + ProtocolVersion.describe(ProtocolVersion.CONSUMER_RUNNING_INFO_MIN) + " can");
            return null;
        }
        return member;
    }

    void relay(RequestContext context, ClientLink member, Map<String, String> fields, byte[] body) {
        Request<?> request = new Request<>(context.code(), fields, MapCodec.INSTANCE, body);
        member.connection().call(request, TIMEOUT_MS, new ReplyCallback() {
            @Override
            public void onReply(Reply reply) {
                context.respond(new Response<>(reply.code(), reply.remark(), reply.fields(), MapCodec.INSTANCE, null)
                        .withBody(reply.body()));
            }

            @Override
            public void onFailure(RemotingException cause) {
                int code = cause instanceof RemotingTimeoutException
                        ? ResponseCode.CONSUME_MSG_TIMEOUT
                        : ResponseCode.SYSTEM_ERROR;
                context.respond(code, "consumer " + member + " gave no answer: " + cause.getMessage());
            }
        });
    }

    static byte[] bytes(ByteBuf body) {
        return body.isReadable() ? ByteBufUtil.getBytes(body) : null;
    }
}
