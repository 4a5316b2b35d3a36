package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.AccessChannel;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.remoting.protocol.NamespaceUtil;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;

/**
 * Who a consumer is, fixed from its start.
 *
 * @param name of the group, with its namespace
 * @param namespace null for none
 * @param timestampMs where to start when {@code fromWhere} says so
 */
public record Group(
        String name,
        String namespace,
        String clientId,
        MessageModel model,
        ConsumeFromWhere fromWhere,
        long timestampMs,
        boolean unitMode,
        AccessChannel accessChannel) {
    boolean isBroadcasting() {
        return model == MessageModel.BROADCASTING;
    }

    /** A topic's name as brokers know it, of one that the listener has been shown. */
    String withNamespace(String topic) {
        return namespace == null ? topic : NamespaceUtil.wrapNamespace(namespace, topic);
    }

    /** The same client as a member of another group. */
    Group named(String other) {
        return new Group(other, namespace, clientId, model, fromWhere, timestampMs, unitMode, accessChannel);
    }

    String retryTopic() {
        return MixAll.getRetryTopic(name);
    }
}
