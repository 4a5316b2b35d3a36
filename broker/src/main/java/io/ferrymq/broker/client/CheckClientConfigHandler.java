package io.ferrymq.broker.client;

import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.CheckClientRequestBody;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import io.netty.buffer.ByteBuf;
import java.util.function.BooleanSupplier;

/**
 * {@code CHECK_CLIENT_CONFIG} (46): whether this broker can serve a consumer's filter. Asked at the start of consumers that filter by
 * something else than tags.
 */
public final class CheckClientConfigHandler implements RequestHandler<Void> {
    private final Subscriptions subscriptions;
    private final BooleanSupplier propertyFilter;

    /** @param propertyFilter {@code enablePropertyFilter} */
    public CheckClientConfigHandler(Subscriptions subscriptions, BooleanSupplier propertyFilter) {
        this.subscriptions = subscriptions;
        this.propertyFilter = propertyFilter;
    }

    /** What a consumer is told that filters by properties while {@code enablePropertyFilter} is off. */
    public static String switchedOff(SubscriptionData data) {
        return "The broker does not support consumer to filter message by " + data.expressionType()
                + ": enablePropertyFilter is false in its configuration"
                + " (mqadmin updateBrokerConfig -c CLUSTER -k enablePropertyFilter -v true sets it at once)";
    }

    @Override
    public void handle(RequestContext context, Void header, ByteBuf body) {
        CheckClientRequestBody check =
                body.isReadable() ? Json.decode(body.nioBuffer(), CheckClientRequestBody.class) : null;
        SubscriptionData data = check == null ? null : check.subscriptionData();
        if (data == null || data.isTagType()) {
            context.respond(Response.success());
            return;
        }
        if (!propertyFilter.getAsBoolean()) {
            context.respond(ResponseCode.SYSTEM_ERROR, switchedOff(data));
            return;
        }
        String problem = subscriptions.of(data).problem();
        if (problem == null) {
            context.respond(Response.success());
        } else {
            context.respond(
                    ResponseCode.SUBSCRIPTION_PARSE_FAILED,
                    "parse the consumer's subscription of topic " + data.topic() + " failed: " + problem);
        }
    }
}
