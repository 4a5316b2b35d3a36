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
import java.util.Set;

/** Has a broker compile expressions that only brokers understand, so that a wrong one is told at the start and not by silence. */
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
        if (route == null || route.data().brokerDatas().isEmpty()) {
            return;
        }
        String brokerName = route.data().brokerDatas().get(0).brokerName();
        BrokerAddress broker = instance.routes().brokers().find(brokerName, MixAll.MASTER_ID, false);
        if (broker == null) {
            return;
        }
        CheckClientRequestBody body =
                new CheckClientRequestBody(group.clientId(), group.name(), group.namespace(), subscription);
        try {
            instance.brokers()
                    .link()
                    .require(
                            broker.address(),
                            Request.of(RequestCode.CHECK_CLIENT_CONFIG, Json.encode(body)),
                            instance.settings().apiTimeoutMs());
        } catch (MQBrokerException e) {
            throw new MQClientException(e.getResponseCode(), e.getErrorMessage(), e);
        } catch (RemotingException e) {
            throw new MQClientException(
                    "Check client in broker error: broker " + broker.address() + " did not say whether it knows the "
                            + subscription.expressionType() + " expression for topic " + subscription.topic(),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MQClientException("interrupted while checking the subscription of " + subscription.topic(), e);
        }
    }
}
