package io.ferrymq.broker.follow;

import io.ferrymq.broker.consume.ConsumingHalf;
import io.ferrymq.broker.group.SubscriptionGroups;
import io.ferrymq.broker.topic.TopicTable;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.store.StoreAdmin;
import java.util.List;

/** What a slave copies: one row for each kind of state. */
public final class Following {
    private Following() {}

    /** What slaves ask that nobody else asks. */
    public static void register(HandlerTable.Builder rows, RequestModes modes) {
        rows.on(RequestCode.GET_ALL_MESSAGE_REQUEST_MODE, modes::tell);
        TimerHandlers.register(rows);
    }

    /** In the order in which it is copied: positions count only in topics and groups that are there. */
    public static List<ReplicatedState<?>> states(
            TopicTable topics,
            SubscriptionGroups groups,
            StoreAdmin store,
            ConsumingHalf consuming,
            RequestModes modes) {
        return List.of(
                new TopicsState(topics, store),
                new GroupsState(groups),
                new PositionsState(consuming.offsets(), consuming.offsetFile(), topics, groups),
                new DelayState(consuming.delayOffsets()),
                new RequestModesState(modes));
    }
}
