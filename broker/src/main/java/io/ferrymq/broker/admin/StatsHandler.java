package io.ferrymq.broker.admin;

import io.ferrymq.broker.stats.BrokerStats;
import io.ferrymq.broker.stats.Rates.Spans;
import io.ferrymq.broker.stats.TopicCounters;
import io.ferrymq.broker.stats.TopicCounters.Counter;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.BrokerStatsData;
import io.ferrymq.remoting.protocol.body.BrokerStatsItem;
import io.ferrymq.remoting.protocol.header.ViewBrokerStatsDataRequestHeader;
import io.netty.buffer.ByteBuf;
import java.util.function.BiFunction;

/** {@code VIEW_BROKER_STATS_DATA} (315): one counter over the last minute, hour and day (spec: remoting 9.6). */
final class StatsHandler implements RequestHandler<ViewBrokerStatsDataRequestHeader> {
    private static final int MINUTE_S = 60;
    private static final int HOUR_S = 3_600;
    private static final int DAY_S = 86_400;

    private final BrokerStats stats;

    StatsHandler(BrokerStats stats) {
        this.stats = stats;
    }

    @Override
    public void handle(RequestContext context, ViewBrokerStatsDataRequestHeader header, ByteBuf body) {
        Spans spans = find(header.statsName(), header.statsKey());
        if (spans == null) {
            context.respond(
                    ResponseCode.SYSTEM_ERROR,
                    "The stats <" + header.statsName() + "> <" + header.statsKey() + "> not exist");
            return;
        }
        context.respond(Bodies.json(new BrokerStatsData(
                new BrokerStatsItem(Math.round(spans.perSecond() * MINUTE_S), spans.perSecond(), 0),
                new BrokerStatsItem(spans.lastHour(), (double) spans.lastHour() / HOUR_S, 0),
                new BrokerStatsItem(spans.lastDay(), (double) spans.lastDay() / DAY_S, 0))));
    }

    private Spans find(String name, String key) {
        TopicCounters topics = stats.topics();
        return switch (name) {
            case "TOPIC_PUT_NUMS" -> messages(topics.puts(key));
            case "TOPIC_PUT_SIZE" -> bytes(topics.puts(key));
            case "GROUP_GET_NUMS" -> messages(ofGroup(key, topics::gets));
            case "GROUP_GET_SIZE" -> bytes(ofGroup(key, topics::gets));
            case "SNDBCK_PUT_NUMS" -> messages(ofGroup(key, topics::sentBackOf));
            case "DLQ_PUT_NUMS" -> messages(ofGroup(key, topics::deadLettersOf));
            case "BROKER_PUT_NUMS" -> stats.rates().puts(stats.putMessages());
            case "BROKER_GET_NUMS" -> stats.rates().gots(stats.gotMessages());
            default -> null;
        };
    }

    /** The key names topic and group. */
    private static Counter ofGroup(String key, BiFunction<String, String, Counter> counters) {
        int at = key.lastIndexOf('@');
        return at < 0 ? null : counters.apply(key.substring(at + 1), key.substring(0, at));
    }

    private static Spans messages(Counter counter) {
        return counter == null ? null : counter.messageSpans();
    }

    private static Spans bytes(Counter counter) {
        return counter == null ? null : counter.byteSpans();
    }
}
