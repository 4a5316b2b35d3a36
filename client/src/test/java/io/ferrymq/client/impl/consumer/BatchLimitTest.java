package io.ferrymq.client.impl.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.ferrymq.client.impl.calls.PullCalls;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.PullMessageResponseHeader;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class BatchLimitTest {
    private static final MessageQueue QUEUE = new MessageQueue("topic", "broker-a", 0);

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(BatchLimit.class);

    @BeforeEach
    void listen() {
        logger.setLevel(Level.INFO);
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(log);
        logger.setLevel(null);
    }

    private static BatchLimit limit(int batchMax, int pullBatch, int pullBytes) {
        PushSettings settings = new PushSettings(
                1_000, -1, 100, -1, 2_000, pullBatch, pullBytes, 0, batchMax, false, 1_000, -1, 1_000, 60_000);
        return new BatchLimit(Fakes.group(MessageModel.CLUSTERING), () -> settings);
    }

    private static PullCalls.Pulled pulled(long next, long max, int bytes) {
        return new PullCalls.Pulled(
                ResponseCode.SUCCESS, PullMessageResponseHeader.of(0, next, 0, max), new byte[bytes]);
    }

    @Test
    @DisplayName("UP-035: what limits a batch is named once, with the broker's key")
    void up035_shouldNameTheBrokersKeyOnce() {
        BatchLimit limit = limit(1_024, 1_024, 262_144);

        limit.pulled(QUEUE, 100, 32, pulled(132, 5_000, 6_400));
        limit.pulled(QUEUE, 132, 32, pulled(164, 5_000, 6_400));

        assertThat(log.list).singleElement().satisfies(event -> assertThat(event.getFormattedMessage())
                .contains("32 messages", "1024", "broker-a", "maxTransferCountOnMessageInMemory"));
    }

    @Test
    void shouldNameTheConsumersOwnKeys() {
        limit(64, 32, 262_144).pulled(QUEUE, 0, 32, pulled(32, 100, 6_400));
        limit(1_024, 1_024, 262_144).pulled(QUEUE, 0, 256, pulled(256, 900, 262_000));

        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .satisfiesExactly(first -> assertThat(first).contains("(pullBatchSize of"), second -> assertThat(second)
                        .contains("(pullBatchSizeInBytes of"));
    }

    @Test
    @DisplayName("Nothing is said when there was no more, when a filter held messages back, or when batches are full")
    void shouldBeSilentWhenNothingIsLimited() {
        BatchLimit limit = limit(64, 1_024, 262_144);

        limit.pulled(QUEUE, 0, 32, pulled(32, 32, 6_400));
        limit.pulled(QUEUE, 0, 32, pulled(400, 5_000, 6_400));
        limit.pulled(QUEUE, 0, 64, pulled(64, 5_000, 6_400));
        limit.pulled(QUEUE, 0, 0, pulled(10, 5_000, 0));

        assertThat(log.list).isEmpty();
    }
}
