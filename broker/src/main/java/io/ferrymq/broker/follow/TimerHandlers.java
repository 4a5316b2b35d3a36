package io.ferrymq.broker.follow;

import io.ferrymq.common.DataVersion;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.netty.buffer.ByteBuf;
import java.util.Map;

/**
 * What a RocketMQ 5 slave asks about the timer wheel (60, 61; spec: remoting 10.3). There is none here: nothing was read, nothing is timed.
 */
final class TimerHandlers {
    private static final int CHECK_POINT_BYTES = 56;

    private TimerHandlers() {}

    static void register(HandlerTable.Builder rows) {
        rows.on(RequestCode.GET_TIMER_CHECK_POINT, TimerHandlers::checkPoint)
                .on(RequestCode.GET_TIMER_METRICS, TimerHandlers::metrics);
    }

    private record Metrics(DataVersion dataVersion, Map<String, Object> timingCount) {}

    private static void checkPoint(RequestContext context, Void header, ByteBuf body) {
        context.respond(Response.success(new byte[CHECK_POINT_BYTES]));
    }

    private static void metrics(RequestContext context, Void header, ByteBuf body) {
        context.respond(Response.success(Json.encode(new Metrics(DataVersion.initial(0), Map.of()))));
    }
}
