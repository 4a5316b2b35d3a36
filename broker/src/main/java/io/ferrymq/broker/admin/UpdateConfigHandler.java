package io.ferrymq.broker.admin;

import io.ferrymq.broker.config.ConfigUpdates;
import io.ferrymq.common.config.PropertiesText;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.netty.buffer.ByteBuf;

/** {@code UPDATE_BROKER_CONFIG} (25): properties text. The remark of the answer says what is in force now. */
public final class UpdateConfigHandler implements RequestHandler<Void> {
    private final ConfigUpdates updates;

    public UpdateConfigHandler(ConfigUpdates updates) {
        this.updates = updates;
    }

    @Override
    public void handle(RequestContext context, Void header, ByteBuf body) {
        ConfigUpdates.Outcome outcome =
                updates.update(PropertiesText.parse(Bodies.text(body)).toMap());
        if (outcome instanceof ConfigUpdates.Refused refused) {
            context.respond(refused.blocked() ? ResponseCode.NO_PERMISSION : ResponseCode.SYSTEM_ERROR, refused.text());
        } else if (outcome instanceof ConfigUpdates.Done done) {
            context.respond(ResponseCode.SUCCESS, done.text());
        }
    }
}
