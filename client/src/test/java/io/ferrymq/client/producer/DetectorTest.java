package io.ferrymq.client.producer;

import static io.ferrymq.client.testing.Producers.message;
import static io.ferrymq.client.testing.Producers.started;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.testing.StubBroker;
import io.ferrymq.client.testing.StubNameServer;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.GetMaxOffsetRequestHeader;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** With {@code startDetectorEnable} a broker that failed is asked whether it is back. */
class DetectorTest {
    private final AtomicInteger probes = new AtomicInteger();
    private final StubBroker good = new StubBroker();
    private final StubBroker bad = new StubBroker(
            HandlerTable.builder().on(RequestCode.GET_MAX_OFFSET, GetMaxOffsetRequestHeader.class, this::probed));
    private final StubNameServer names =
            new StubNameServer().route("T", 2, "bad", bad.address(), "good", good.address());
    private volatile boolean sick = true;
    private DefaultMQProducer producer;

    private void probed(RequestContext context, GetMaxOffsetRequestHeader header, ByteBuf body) {
        probes.incrementAndGet();
        if (sick) {
            context.respond(ResponseCode.SYSTEM_ERROR, "sick");
        } else {
            context.respond(Response.success());
        }
    }

    @AfterEach
    void stop() {
        producer.shutdown();
        names.close();
        good.close();
        bad.close();
    }

    @Test
    void shouldAskABrokerThatRefusedUntilItIsBack() throws Exception {
        producer = started(names.address(), settings -> {
            settings.setSendLatencyFaultEnable(true);
            settings.setStartDetectorEnable(true);
            settings.setDetectInterval(20);
            settings.setDetectTimeout(5_000);
        });
        bad.refusing(ResponseCode.SERVICE_NOT_AVAILABLE, "disk full");
        for (int i = 0; i < 4; i++) {
            producer.send(message("T"));
        }
        await().until(() -> probes.get() >= 3);
        sick = false;
        int before = probes.get();
        await().until(() -> probes.get() > before);
        long refused = bad.sends();
        int last = awaitNoMoreProbes();
        assertThat(last).isGreaterThan(before);

        // Its time of avoidance is not over, but it can be reached, and the other one has just refused.
        good.refusing(ResponseCode.SERVICE_NOT_AVAILABLE, "disk full");
        bad.storing();
        assertThat(producer.send(message("T")).getMessageQueue().getBrokerName())
                .isEqualTo("bad");
        assertThat(bad.sends()).isEqualTo(refused + 1);
    }

    private int awaitNoMoreProbes() {
        int[] seen = {-1};
        await().pollInterval(java.time.Duration.ofMillis(200)).until(() -> {
            int now = probes.get();
            boolean quiet = now == seen[0];
            seen[0] = now;
            return quiet;
        });
        return seen[0];
    }
}
