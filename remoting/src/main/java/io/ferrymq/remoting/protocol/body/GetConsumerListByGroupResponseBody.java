package io.ferrymq.remoting.protocol.body;

import io.ferrymq.remoting.protocol.Copies;
import java.util.List;

/** Client ids of a group: answer to {@code GET_CONSUMER_LIST_BY_GROUP} (38). */
public record GetConsumerListByGroupResponseBody(List<String> consumerIdList) {
    public GetConsumerListByGroupResponseBody {
        consumerIdList = Copies.list(consumerIdList);
    }
}
