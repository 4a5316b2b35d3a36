package io.ferrymq.broker.client;

import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.CheckClientRequestBody;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import io.netty.buffer.ByteBuf;

/** {@code CHECK_CLIENT_CONFIG} (46): whether this broker can serve a consumer's filter. Tags always; properties are not evaluated here. */
public final class CheckClientConfigHandler implements RequestHandler<Void> {
    @Override
    public void handle(RequestContext context, Void header, ByteBuf body) {
        CheckClientRequestBody check =
                body.isReadable() ? Json.decode(body.nioBuffer(), CheckClientRequestBody.class) : null;
        SubscriptionData subscription = check == null ? null : check.subscriptionData();
        if (subscription == null || subscription.isTagType()) {
            context.respond(Response.success());
        } else {
            context.respond(
                    ResponseCode.SYSTEM_ERROR,
                    "The broker does not support consumer to filter message by " + subscription.expressionType());
        }
    }
}
