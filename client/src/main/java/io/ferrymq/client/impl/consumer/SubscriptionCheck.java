package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.impl.factory.BrokerAddress;
import io.ferrymq.client.impl.factory.ClientInstance;
import io.ferrymq.client.impl.factory.TopicRoute;
import io.ferrymq.common.MixAll;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.CheckClientRequestBody;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import io.ferrymq.remoting.protocol.route.BrokerData;
import java.util.List;
import java.util.Set;

/**
 * Has the topic's brokers compile expressions that only brokers understand, so that one that is wrong, or not served by one of them, is told at
 * the start and not by silence. A broker that is away stops nobody.
 */
final class SubscriptionCheck {
    private final Group group;
    private final ClientInstance instance;

    SubscriptionCheck(Group group, ClientInstance instance) {
        this.group = group;
        this.instance = instance;
    }

    void all(Set<SubscriptionData> subscriptions) throws MQClientException {
        for (SubscriptionData subscription : subscriptions) {
            if (!subscription.isTagType()) {
                one(subscription);
            }
        }
    }

    private void one(SubscriptionData subscription) throws MQClientException {
        TopicRoute route = instance.routes().cached(subscription.topic());
        List<BrokerData> brokers = route == null ? List.of() : route.data().brokerDatas();
        MQClientException silent = null;
        int answers = 0;
        for (BrokerData data : brokers) {
            BrokerAddress broker = instance.routes().brokers().find(data.brokerName(), MixAll.MASTER_ID, false);
            if (broker != null) {
                MQClientException failure = ask(broker, subscription);
                silent = failure == null ? silent : failure;
                answers += failure == null ? 1 : 0;
            }
        }
        if (answers == 0 && silent != null) {
            throw silent;
        }
    }

    /** Returns why there was no answer, null when the broker agrees; throws when it refuses. */
    private MQClientException ask(BrokerAddress broker, SubscriptionData subscription) throws MQClientException {
        CheckClientRequestBody body =
                new CheckClientRequestBody(group.clientId(), group.name(), group.namespace(), subscription);
        try {
            instance.brokers()
                    .link()
                    .require(
                            broker.address(),
                            Request.of(RequestCode.CHECK_CLIENT_CONFIG, Json.encode(body)),
                            instance.settings().apiTimeoutMs());
            return null;
        } catch (MQBrokerException e) {
            throw new MQClientException(e.getResponseCode(), e.getErrorMessage(), e);
        } catch (RemotingException e) {
            return new MQClientException(
                    "Check client in broker error: broker " + broker.address() + " did not say whether it knows the "
                            + subscription.expressionType() + " expression for topic " + subscription.topic(),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MQClientException("interrupted while checking the subscription of " + subscription.topic(), e);
        }
    }
}
