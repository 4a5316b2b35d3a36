package io.ferrymq.broker.replication;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns of what repeats itself with every try to connect: once a minute for each text. Belongs to the replication loop. */
final class Complaints {
    private static final Logger LOG = LoggerFactory.getLogger(Complaints.class);
    private static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);

    private String last = "";
    private long lastNanos;

    void warn(String text) {
        long nowNanos = System.nanoTime();
        if (!text.equals(last) || nowNanos - lastNanos > AGAIN_NANOS) {
            last = text;
            lastNanos = nowNanos;
            LOG.warn("{}", text);
        }
    }

    /** Things are in order again: the next complaint is news. */
    void settled() {
        last = "";
    }
}
