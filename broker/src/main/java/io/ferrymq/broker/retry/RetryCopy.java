package io.ferrymq.broker.retry;

import io.ferrymq.broker.record.StoredRecord;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.common.message.PropertyName;
import io.ferrymq.common.sysflag.MessageSysFlag;
import io.ferrymq.store.HostBytes;
import io.ferrymq.store.MessageToStore;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The copy of a message that could not be consumed. Body, flag, born host and properties stay; it counts one more attempt, remembers
 * its first topic and id, and carries no transaction marks: it is an ordinary message whatever it came from.
 */
final class RetryCopy {
    /** Level of the first attempt when the client leaves it to the broker: 10 s with the usual levels. */
    private static final int FIRST_LEVEL = 3;

    private final StoredRecord message;
    private final String group;
    private final HostBytes storeHost;

    RetryCopy(StoredRecord message, String group, HostBytes storeHost) {
        this.message = message;
        this.group = group;
        this.storeHost = storeHost;
    }

    /** For the retry topic, after a delay. */
    MessageToStore retry(int queueId, int askedLevel) {
        int level = askedLevel > 0 ? askedLevel : FIRST_LEVEL + message.reconsumeTimes();
        Map<String, String> changes = origin();
        changes.put(PropertyName.DELAY.text(), Integer.toString(level));
        return copy(MixAll.getRetryTopic(group), queueId, plain().with(changes));
    }

    /** For the dead letters, at once. */
    MessageToStore deadLetter() {
        Map<String, String> changes = origin();
        changes.put(PropertyName.DLQ_ORIGIN_TOPIC.text(), originTopic());
        changes.put(PropertyName.DLQ_ORIGIN_MESSAGE_ID.text(), originId());
        return copy(
                MixAll.getDLQTopic(group),
                0,
                plain().without(PropertyName.DELAY).with(changes));
    }

    private PropertyBytes plain() {
        return message.properties().without(PropertyName.TRAN_MSG);
    }

    private Map<String, String> origin() {
        Map<String, String> changes = new LinkedHashMap<>();
        changes.put(PropertyName.RETRY_TOPIC.text(), originTopic());
        changes.put(PropertyName.ORIGIN_MESSAGE_ID.text(), originId());
        changes.put(PropertyName.WAIT.text(), "false");
        return changes;
    }

    private String originTopic() {
        return message.properties().get(PropertyName.RETRY_TOPIC, message.topic());
    }

    private String originId() {
        String known = message.properties().get(PropertyName.ORIGIN_MESSAGE_ID);
        return known == null ? message.offsetId() : known;
    }

    private MessageToStore copy(String topic, int queueId, PropertyBytes properties) {
        int sysFlag = MessageSysFlag.resetTransactionValue(message.sysFlag(), MessageSysFlag.TRANSACTION_NOT_TYPE);
        return message.copyTo(topic, queueId, sysFlag, storeHost, message.reconsumeTimes() + 1, properties);
    }
}
