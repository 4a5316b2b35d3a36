package io.ferrymq.distribution.bench;

import io.ferrymq.common.TopicFilterType;
import io.ferrymq.common.constant.PermName;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Effects;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.CreateTopicRequestHeader;
import io.ferrymq.remoting.protocol.route.BrokerData;
import java.util.List;

/** The topic that the load goes to. */
final class BenchTopic {
    private BenchTopic() {}

    /** Creates the topic at every master unless the nameserver knows it. */
    static void ensure(Admin admin, String topic, int queues, Output out) throws CommandFailed, InterruptedException {
        if (admin.findRoute(topic).isPresent()) {
            return;
        }
        List<String> masters = admin.clusterInfo().brokerAddrTable().values().stream()
                .map(BrokerData::masterAddr)
                .filter(address -> address != null)
                .toList();
        if (masters.isEmpty()) {
            throw new CommandFailed(
                    "topic '" + topic + "' cannot be created: no master is registered at the nameserver "
                            + String.join(";", admin.nameservers()));
        }
        CreateTopicRequestHeader header = new CreateTopicRequestHeader(
                topic,
                "TBW102",
                queues,
                queues,
                PermName.PERM_READ | PermName.PERM_WRITE,
                TopicFilterType.SINGLE_TAG,
                0,
                false,
                null,
                null);
        for (String address : masters) {
            admin.call(address, Request.of(RequestCode.UPDATE_AND_CREATE_TOPIC, header));
        }
        Effects.await("the route of topic '" + topic + "' at the nameserver", () -> admin.findRoute(topic)
                .isPresent());
        out.format("created topic %s with %d queues at %d broker(s)", topic, queues, masters.size());
    }
}
