package io.ferrymq.client.impl.producer;

import io.ferrymq.client.impl.factory.ClientInstance;
import io.ferrymq.client.producer.ProducerConfig;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.GetMaxOffsetRequestHeader;
import java.util.Iterator;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Asks brokers that failed whether they are back, so that they are used again before their time of avoidance is over (RocketMQ client facts,
 * section detector).
 */
final class BrokerProbes {
    private final ClientInstance instance;
    private final SendCore core;
    private final ProducerConfig config;
    private ScheduledFuture<?> schedule;

    private BrokerProbes(ClientInstance instance, SendCore core, ProducerConfig config) {
        this.instance = instance;
        this.core = core;
        this.config = config;
    }

    static void startFor(ClientInstance instance, SendCore core, ProducerConfig config) {
        if (config.isStartDetectorEnable() && config.isSendLatencyFaultEnable()) {
            new BrokerProbes(instance, core, config).start();
        }
    }

    private synchronized void start() {
        int intervalMs = Math.max(1, config.getDetectInterval());
        schedule = instance.timer().scheduleWithFixedDelay(this::probe, intervalMs, intervalMs, TimeUnit.MILLISECONDS);
    }

    private synchronized void stop() {
        schedule.cancel(false);
    }

    private void probe() {
        if (!core.isRunning()) {
            stop();
            return;
        }
        Iterator<String> topics = core.routes().topics().iterator();
        if (topics.hasNext()) {
            String topic = topics.next();
            core.health().unreachableBrokers().forEach(broker -> probe(broker, topic));
        }
    }

    private void probe(String broker, String topic) {
        String address = core.brokers().masterAddress(broker);
        if (address == null) {
            core.health().forget(broker);
            return;
        }
        Request<?> request = Request.of(RequestCode.GET_MAX_OFFSET, new GetMaxOffsetRequestHeader(topic, 0, null));
        core.link().callAsync(address, request, config.getDetectTimeout()).whenComplete((reply, failure) -> {
            if (failure == null && reply.isSuccess()) {
                core.health().reached(broker);
            }
        });
    }
}
