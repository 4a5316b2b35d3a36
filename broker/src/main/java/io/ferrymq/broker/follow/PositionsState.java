package io.ferrymq.broker.follow;

import io.ferrymq.broker.group.SubscriptionGroups;
import io.ferrymq.broker.offset.Ahead;
import io.ferrymq.broker.offset.ConsumerOffsets;
import io.ferrymq.broker.offset.OffsetFile;
import io.ferrymq.broker.topic.TopicTable;
import io.ferrymq.common.DataVersion;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.ConsumerOffsetSerializeWrapper;
import io.ferrymq.remoting.protocol.body.PositionNotes;
import io.ferrymq.remoting.protocol.header.UpdateConsumerOffsetRequestHeader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The positions of groups (43). What is further here, because it was committed here while the master was away or because the master has lost
 * it, is handed back to the master (15), again with each copy until the master has it.
 */
final class PositionsState implements ReplicatedState<ConsumerOffsetSerializeWrapper> {
    private static final Logger LOG = LoggerFactory.getLogger(PositionsState.class);
    /** So many at once; the others go with the next copies. */
    private static final int HANDED_BACK_MAX = 1_000;

    private final ConsumerOffsets offsets;
    private final OffsetFile file;
    private final TopicTable topics;
    private final SubscriptionGroups groups;

    PositionsState(ConsumerOffsets offsets, OffsetFile file, TopicTable topics, SubscriptionGroups groups) {
        this.offsets = offsets;
        this.file = file;
        this.topics = topics;
        this.groups = groups;
    }

    /** The body; an absent table is null. */
    record Body(DataVersion dataVersion, Map<String, Map<Integer, Long>> offsetTable, PositionNotes ferrymqNotes) {}

    @Override
    public String name() {
        return "positions of groups";
    }

    @Override
    public ConsumerOffsetSerializeWrapper fetch(MasterLine master) throws CopyException, InterruptedException {
        Body body = master.body(master.ask(Request.of(RequestCode.GET_ALL_CONSUMER_OFFSET)), Body.class);
        if (body.offsetTable() == null || body.offsetTable().containsValue(null)) {
            throw master.incomplete("offsetTable is missing, or queues of a group in it");
        }
        return new ConsumerOffsetSerializeWrapper(body.offsetTable(), body.dataVersion(), body.ferrymqNotes());
    }

    @Override
    public void apply(ConsumerOffsetSerializeWrapper theirs, MasterLine master) throws CopyException {
        List<Ahead> ahead = offsets.copyFromMaster(theirs, this::isKnown, master.address());
        file.flush();
        if (!ahead.isEmpty()) {
            handBack(ahead, theirs.ferrymqNotes() != null, master);
        }
    }

    private boolean isKnown(String group, String topic) {
        return topics.find(topic) != null && groups.find(group) != null;
    }

    private static void handBack(List<Ahead> ahead, boolean marked, MasterLine master) throws CopyException {
        List<CompletableFuture<Reply>> answers = ahead.stream()
                .limit(HANDED_BACK_MAX)
                .map(position -> master.tell(request(position, marked)))
                .toList();
        int taken = 0;
        String refused = null;
        for (CompletableFuture<Reply> answer : answers) {
            try {
                Reply reply = answer.join();
                if (reply.isSuccess()) {
                    taken++;
                } else {
                    refused = ResponseCode.nameOf(reply.code()) + " " + reply.remark();
                }
            } catch (CompletionException e) {
                refused = String.valueOf(e.getCause());
            }
        }
        LOG.info(
                "{} positions are further here than at master {}: {} handed back",
                ahead.size(),
                master.address(),
                taken);
        if (refused != null) {
            throw new CopyException("master " + master.address() + " does not take " + (answers.size() - taken)
                    + " positions committed here: " + refused);
        }
    }

    private static Request<?> request(Ahead position, boolean marked) {
        return Request.of(
                RequestCode.UPDATE_CONSUMER_OFFSET,
                new UpdateConsumerOffsetRequestHeader(
                        position.group(),
                        position.topic(),
                        position.queueId(),
                        position.offset(),
                        marked ? position.move() : null,
                        null));
    }
}
