package io.ferrymq.client;

import io.ferrymq.common.message.MessageExt;
import java.util.List;

/** Messages found by a key. */
public class QueryResult {
    private final long indexLastUpdateTimestamp;
    private final List<MessageExt> messageList;

    public QueryResult(long indexLastUpdateTimestamp, List<MessageExt> messageList) {
        this.indexLastUpdateTimestamp = indexLastUpdateTimestamp;
        this.messageList = messageList;
    }

    /** Store time of the newest message that the index knows. */
    public long getIndexLastUpdateTimestamp() {
        return indexLastUpdateTimestamp;
    }

    public List<MessageExt> getMessageList() {
        return messageList;
    }

    @Override
    public String toString() {
        return "QueryResult [indexLastUpdateTimestamp=" + indexLastUpdateTimestamp + ", messageList=" + messageList
                + "]";
    }
}
