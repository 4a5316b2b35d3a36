package io.ferrymq.broker.offset;

import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.body.QueryCorrectionOffsetBody;
import io.ferrymq.remoting.protocol.header.QueryCorrectionOffsetRequestHeader;
import io.netty.buffer.ByteBuf;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * {@code QUERY_CORRECTION_OFFSET} (308): how far all other groups have got, by queue. A query: it removes no positions, where the
 * reference forgets those of the groups that are left out.
 */
public final class CorrectionOffsetHandler implements RequestHandler<QueryCorrectionOffsetRequestHeader> {
    private final ConsumerOffsets offsets;

    public CorrectionOffsetHandler(ConsumerOffsets offsets) {
        this.offsets = offsets;
    }

    @Override
    public void handle(RequestContext context, QueryCorrectionOffsetRequestHeader header, ByteBuf body) {
        Set<String> groups = new HashSet<>(offsets.groupsOf(header.topic()));
        groups.remove(header.compareGroup());
        if (header.filterGroups() != null) {
            List.of(header.filterGroups().split(",")).forEach(groups::remove);
        }
        Map<Integer, Long> least = new HashMap<>();
        for (String group : groups) {
            offsets.queues(group, header.topic()).forEach((queue, offset) -> least.merge(queue, offset, Math::min));
        }
        Map<Integer, Long> compared = offsets.queues(header.compareGroup(), header.topic());
        Map<Integer, Long> answer = new TreeMap<>();
        least.forEach((queue, offset) ->
                answer.put(queue, offset > compared.getOrDefault(queue, Long.MAX_VALUE) ? Long.MAX_VALUE : offset));
        context.respond(Response.success(Json.encode(new QueryCorrectionOffsetBody(answer))));
    }
}
