package io.ferrymq.broker.replication;

import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.JsonException;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.KVTable;
import io.ferrymq.remoting.protocol.header.ViewMessageRequestHeader;
import io.ferrymq.store.LogReads;
import io.ferrymq.store.LogSlices;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.QueueEntry;
import java.nio.ByteBuffer;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the log here is a copy of the master's. The replication protocol compares nothing: a slave that is ahead, or whose master was
 * replaced by another, would take bytes that do not belong to what it has. So the slave asks its master first, by requests that every
 * version serves: where its log begins and ends, and for the newest message that is here.
 */
public final class MasterCheck {
    private static final Logger LOG = LoggerFactory.getLogger(MasterCheck.class);
    private static final long CALL_TIMEOUT_MS = 3_000;
    private static final int QUEUES_MAX = 10_000;
    private static final String CURE =
            ". Nothing is copied. Stop this slave and empty its store directory to have it begin anew, or make it the"
                    + " master if it holds what the master lost";

    private final RemotingClient client;
    private final MessageStore store;

    public MasterCheck(RemotingClient client, MessageStore store) {
        this.client = client;
        this.store = store;
    }

    /**
     * Asks the master. May take seconds.
     *
     * @return why nothing may be copied, or null: the logs fit, the log here is empty, or the master cannot be asked
     */
    public String problem(String master) throws InterruptedException {
        return problem(master, false);
    }

    /**
     * As {@link #problem(String)}.
     *
     * @param follows whether the master sends its log already, so that only its bounds are of interest
     */
    public String problem(String master, boolean follows) throws InterruptedException {
        LogReads log = store.log();
        if (log.logEndOffset() == log.minPhysicalOffset()) {
            return null;
        }
        try {
            String bounds = outside(master);
            return bounds != null || follows ? bounds : different(master);
        } catch (RemotingException | JsonException | NumberFormatException e) {
            LOG.debug("master {} cannot be asked about its log: {}", master, e.toString());
            return null;
        }
    }

    private String outside(String master) throws RemotingException, InterruptedException {
        // First, as it grows while the master answers.
        long end = store.log().logEndOffset();
        Reply reply = client.call(master, Request.of(RequestCode.GET_BROKER_RUNTIME_INFO), CALL_TIMEOUT_MS);
        if (!reply.isSuccess()) {
            return null;
        }
        Map<String, String> facts = Json.decode(reply.body(), KVTable.class).table();
        long min = Long.parseLong(facts.getOrDefault("commitLogMinOffset", "0"));
        long max = Long.parseLong(facts.getOrDefault("commitLogMaxOffset", Long.toString(Long.MAX_VALUE)));
        if (end < min) {
            return "the log here ends at " + end + ", the master's begins at " + min
                    + ": what is between was deleted there" + CURE;
        }
        return end <= max
                ? null
                : "the log here ends at " + end + ", the master's at " + max
                        + ": it is no copy of the master's, or the master lost its end" + CURE;
    }

    private String different(String master) throws RemotingException, InterruptedException {
        long newest = newestMessage();
        byte[] here = newest < 0 ? new byte[0] : bytesAt(newest);
        if (here.length == 0) {
            return null;
        }
        Reply reply = client.call(
                master,
                Request.of(RequestCode.VIEW_MESSAGE_BY_ID, new ViewMessageRequestHeader(null, newest)),
                CALL_TIMEOUT_MS);
        boolean same = reply.isSuccess() && java.util.Arrays.equals(reply.body(), here);
        return same ? null : "the message at address " + newest + " of the log is another one on the master" + CURE;
    }

    /** Address of the newest message by the queues, -1 when there is none. */
    private long newestMessage() {
        long newest = -1;
        int looked = 0;
        for (String topic : store.admin().topics()) {
            for (int queueId : store.admin().queueIds(topic)) {
                if (looked++ >= QUEUES_MAX) {
                    return newest;
                }
                long last = store.queues().maxOffset(topic, queueId) - 1;
                for (QueueEntry entry : store.queues().entries(topic, queueId, Math.max(0, last), 1)) {
                    newest = Math.max(newest, entry.physicalOffset());
                }
            }
        }
        return newest;
    }

    private byte[] bytesAt(long address) {
        try (LogSlices slices = store.log().recordAt(address)) {
            byte[] bytes = new byte[slices.totalBytes()];
            int at = 0;
            for (ByteBuffer buffer : slices.buffers()) {
                int size = buffer.remaining();
                buffer.get(bytes, at, size);
                at += size;
            }
            return bytes;
        }
    }
}
