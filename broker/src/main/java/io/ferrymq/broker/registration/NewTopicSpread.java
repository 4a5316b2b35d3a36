package io.ferrymq.broker.registration;

import io.ferrymq.broker.BrokerIdentity;
import io.ferrymq.broker.config.BrokerKeys;
import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.constant.PermName;
import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.CreateTopicRequestHeader;
import io.ferrymq.remoting.protocol.header.GetRouteInfoRequestHeader;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.ferrymq.remoting.protocol.route.QueueData;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the other masters of the cluster of a topic that a send brought about here: those that would create it themselves if the send had come
 * to them. Else the topic would stay on one broker when its first messages are few. Nobody waits for it, and a failure leaves things as they
 * were: the next send to the other broker creates the topic there.
 */
public final class NewTopicSpread {
    private static final Logger LOG = LoggerFactory.getLogger(NewTopicSpread.class);
    private static final long TIMEOUT_MS = 3_000;

    private final BrokerIdentity self;
    private final LiveConfig config;
    private final RemotingClient client;

    public NewTopicSpread(BrokerIdentity self, LiveConfig config, RemotingClient client) {
        this.self = self;
        this.config = config;
        this.client = client;
    }

    /** Never blocks. */
    public void created(TopicConfig topic, String template) {
        Iterator<String> nameServers = RegistrationService.addresses(
                        config.current().get(BrokerKeys.NAMESRV_ADDR))
                .iterator();
        askNext(nameServers, topic, template);
    }

    private void askNext(Iterator<String> nameServers, TopicConfig topic, String template) {
        if (!nameServers.hasNext()) {
            LOG.info("topic {} is new here; the other brokers are not told, no nameserver answers", topic.topicName());
            return;
        }
        String nameServer = nameServers.next();
        CompletableFuture<Reply> ofTemplate = ask(nameServer, template);
        // Who has the topic already keeps it as it is.
        CompletableFuture<Reply> ofTopic = ask(nameServer, topic.topicName());
        ofTemplate
                .thenAcceptBoth(ofTopic, (like, known) -> tell(topic, like, known))
                .exceptionally(failure -> {
                    LOG.debug("nameserver {} could not be asked for brokers", nameServer, failure);
                    askNext(nameServers, topic, template);
                    return null;
                });
    }

    private CompletableFuture<Reply> ask(String nameServer, String topic) {
        GetRouteInfoRequestHeader header = new GetRouteInfoRequestHeader(topic, true, null, null);
        return client.callAsync(nameServer, Request.of(RequestCode.GET_ROUTEINFO_BY_TOPIC, header), TIMEOUT_MS);
    }

    private void tell(TopicConfig topic, Reply ofTemplate, Reply ofTopic) {
        if (!ofTemplate.isSuccess()) {
            return;
        }
        TopicRouteData route = Json.decode(ofTemplate.body(), TopicRouteData.class);
        Set<String> willing = route.queueDatas().stream()
                .filter(queues -> PermName.isInherited(queues.perm()))
                .map(QueueData::brokerName)
                .collect(Collectors.toSet());
        willing.remove(self.brokerName());
        if (ofTopic.isSuccess()) {
            Json.decode(ofTopic.body(), TopicRouteData.class)
                    .queueDatas()
                    .forEach(queues -> willing.remove(queues.brokerName()));
        }
        for (BrokerData broker : route.brokerDatas()) {
            if (willing.contains(broker.brokerName())
                    && self.clusterName().equals(broker.cluster())
                    && broker.masterAddr() != null) {
                create(topic, broker.masterAddr());
            }
        }
    }

    private void create(TopicConfig topic, String address) {
        CreateTopicRequestHeader header = new CreateTopicRequestHeader(
                topic.topicName(),
                topic.topicName(),
                topic.readQueueNums(),
                topic.writeQueueNums(),
                topic.perm(),
                topic.topicFilterType(),
                topic.topicSysFlag(),
                topic.order(),
                null,
                false);
        client.callAsync(address, Request.of(RequestCode.UPDATE_AND_CREATE_TOPIC, header), TIMEOUT_MS)
                .whenComplete((reply, failure) -> {
                    if (failure != null || !reply.isSuccess()) {
                        LOG.info(
                                "topic {} is new here; broker {} did not create it: {}",
                                topic.topicName(),
                                address,
                                failure != null ? failure.getMessage() : reply.remark());
                    }
                });
    }
}
