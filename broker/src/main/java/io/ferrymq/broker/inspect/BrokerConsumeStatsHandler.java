package io.ferrymq.broker.inspect;

import io.ferrymq.broker.consume.BrokerContext;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.admin.ConsumeStats;
import io.ferrymq.remoting.protocol.body.ConsumeStatsList;
import io.ferrymq.remoting.protocol.header.GetConsumeStatsInBrokerRequestHeader;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** {@code GET_BROKER_CONSUME_STATS} (317): how far all groups are in their topics; on demand in the ordered ones only. */
public final class BrokerConsumeStatsHandler implements RequestHandler<GetConsumeStatsInBrokerRequestHeader> {
    private final GroupProgress progress;
    private final BrokerContext broker;

    public BrokerConsumeStatsHandler(GroupProgress progress, BrokerContext broker) {
        this.progress = progress;
        this.broker = broker;
    }

    @Override
    public void handle(RequestContext context, GetConsumeStatsInBrokerRequestHeader header, ByteBuf body) {
        List<Map<String, List<ConsumeStats>>> list = new ArrayList<>();
        LagCounter counter = progress.counter();
        long lag = 0;
        long inflight = 0;
        for (String group : new TreeSet<>(broker.groups().names())) {
            List<ConsumeStats> ofGroup = new ArrayList<>();
            for (String topic : new TreeSet<>(progress.topicsOf(group))) {
                TopicConfig config = broker.topics().find(topic);
                if (config != null && (!header.isOrder() || config.order())) {
                    ConsumeStats stats = progress.ofGroupInTopic(group, config, counter);
                    lag += stats.totalLag();
                    inflight += stats.totalInflight();
                    ofGroup.add(stats);
                }
            }
            list.add(Map.of(group, List.copyOf(ofGroup)));
        }
        context.respond(Response.success(
                Json.encode(new ConsumeStatsList(list, broker.host().address(), lag, inflight))));
    }
}
