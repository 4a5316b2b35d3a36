package io.ferrymq.remoting.protocol.body;

import io.ferrymq.remoting.protocol.Copies;
import java.util.Set;

/** Names of groups: answer to {@code QUERY_TOPIC_CONSUME_BY_WHO} (300). */
public record GroupList(Set<String> groupList) {
    public GroupList {
        groupList = Copies.set(groupList);
    }
}
