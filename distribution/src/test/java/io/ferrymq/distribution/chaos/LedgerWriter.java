package io.ferrymq.distribution.chaos;

import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * What a member writes down. There is a line for each message, {@code C begin end queue offset}, one when it is given queues,
 * {@code A now queue queue …}, and one when it has left, {@code L now}. Times are nanoseconds of the machine's clock, so that ledgers of several
 * processes can be held side by side.
 */
final class LedgerWriter {
    private final OutputStream file;
    private final String topic;
    private final long workNanos;

    /** @param workNanos how long each message is worked at */
    LedgerWriter(String file, String topic, long workNanos) throws IOException {
        this.file = new FileOutputStream(file);
        this.topic = topic;
        this.workNanos = workNanos;
    }

    void assigned(String changed, Set<MessageQueue> queues) {
        if (changed.equals(topic)) {
            String ids = queues.stream()
                    .map(queue -> Integer.toString(queue.getQueueId()))
                    .collect(Collectors.joining(" "));
            write("A " + System.nanoTime() + " " + ids);
        }
    }

    void consume(MessageExt message) {
        long beginNanos = System.nanoTime();
        LockSupport.parkNanos(workNanos);
        write("C " + beginNanos + " " + System.nanoTime() + " " + message.getQueueId() + " "
                + message.getQueueOffset());
    }

    void left() {
        write("L " + System.nanoTime());
    }

    // One write a line: a process that is killed leaves whole lines.
    private synchronized void write(String line) {
        try {
            file.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
