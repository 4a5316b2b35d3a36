package io.ferrymq.client.impl;

import io.ferrymq.client.Validators;
import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.impl.factory.ClientInstance;
import io.ferrymq.client.impl.factory.RouteReply;
import io.ferrymq.client.impl.factory.TopicRoute;
import io.ferrymq.common.TopicAttributes;
import io.ferrymq.common.TopicFilterType;
import io.ferrymq.common.constant.PermName;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.protocol.header.CreateTopicRequestHeader;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.ferrymq.remoting.protocol.route.QueueData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates a topic on all masters of another one, and looks whether the nameserver shows it. */
final class TopicCreation {
    private static final Logger LOG = LoggerFactory.getLogger(TopicCreation.class);
    private static final int ATTEMPTS_MAX = 5;
    private static final long TIMEOUT_MS = 6_000;
    private static final long VISIBLE_MAX_MS = 5_000;
    private static final long VISIBLE_CHECK_MS = 50;

    private final ClientInstance instance;

    TopicCreation(ClientInstance instance) {
        this.instance = instance;
    }

    void create(String key, String topic, int queueNum, int topicSysFlag, Map<String, String> attributes)
            throws MQClientException {
        Validators.checkTopic(topic);
        Validators.isSystemTopic(topic);
        if (queueNum < 1) {
            throw new MQClientException("queueNum is " + queueNum + ", a topic needs at least 1 queue", null);
        }
        CreateTopicRequestHeader header = new CreateTopicRequestHeader(
                topic,
                key,
                queueNum,
                queueNum,
                PermName.PERM_READ | PermName.PERM_WRITE,
                TopicFilterType.SINGLE_TAG,
                topicSysFlag,
                false,
                attributes.isEmpty() ? null : TopicAttributes.format(attributes),
                null);
        try {
            Set<String> created = createOn(masters(key), header);
            awaitVisible(topic, created);
        } catch (InterruptedException e) {
            throw MQAdminImpl.interrupted(e);
        }
    }

    private List<BrokerData> masters(String key) throws MQClientException, InterruptedException {
        TopicRoute route = instance.routes().fetchNow(key);
        List<BrokerData> masters = route.data().brokerDatas().stream()
                .filter(broker -> broker.masterAddr() != null)
                .toList();
        if (masters.isEmpty()) {
            throw new MQClientException("Not found broker, maybe key is wrong: topic " + key + " has no master", null);
        }
        return masters;
    }

    /** The names of the brokers that have the topic now: at least one. */
    private Set<String> createOn(List<BrokerData> masters, CreateTopicRequestHeader header)
            throws MQClientException, InterruptedException {
        List<String> failed = new ArrayList<>();
        Exception last = null;
        Set<String> created = new java.util.TreeSet<>();
        for (BrokerData master : masters) {
            try {
                createOn(master.masterAddr(), header);
                created.add(master.brokerName());
            } catch (RemotingException | MQBrokerException e) {
                failed.add(master.brokerName() + " at " + master.masterAddr() + ": " + e.getMessage());
                last = e;
            }
        }
        if (created.isEmpty()) {
            int code = last instanceof MQBrokerException refused ? refused.getResponseCode() : -1;
            throw new MQClientException(
                    code, "topic " + header.topic() + " could not be created on any broker: " + failed, last);
        }
        if (!failed.isEmpty()) {
            LOG.warn("topic {} was created on {}, but not on {}", header.topic(), created, failed);
        }
        return created;
    }

    private void createOn(String address, CreateTopicRequestHeader header)
            throws RemotingException, MQBrokerException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                instance.brokers().topics().create(address, header, TIMEOUT_MS);
                return;
            } catch (RemotingException e) {
                // What a broker refuses it will refuse again; what did not reach it may do so next time.
                if (attempt == ATTEMPTS_MAX) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(VISIBLE_CHECK_MS);
            }
        }
    }

    // Whoever sends to the topic next shall find it.
    private void awaitVisible(String topic, Set<String> brokers) throws MQClientException, InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(VISIBLE_MAX_MS);
        Set<String> seen = Set.of();
        while (System.nanoTime() < deadlineNanos) {
            RouteReply reply = instance.routes().await(topic, instance.routes().fetch(topic));
            if (reply instanceof RouteReply.Found found) {
                seen = found.route().data().queueDatas().stream()
                        .map(QueueData::brokerName)
                        .collect(Collectors.toSet());
                if (seen.containsAll(brokers)) {
                    return;
                }
            }
            TimeUnit.MILLISECONDS.sleep(VISIBLE_CHECK_MS);
        }
        throw new MQClientException(
                "topic " + topic + " was created on " + brokers + ", but after " + VISIBLE_MAX_MS
                        + " ms the nameservers " + instance.nameServers().addresses() + " show it only on " + seen,
                null);
    }
}
