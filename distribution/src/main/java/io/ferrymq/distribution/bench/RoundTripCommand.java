package io.ferrymq.distribution.bench;

import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.Effects;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "roundtrip",
        description = "Send messages, receive them again, and measure how long the whole way takes.",
        footer = {
            "",
            "Messages that do not come back within 10 s after the end count as failures.",
            "",
            "Example: mqbench roundtrip -n 127.0.0.1:9876 -r 2000 -d 30"
        })
public final class RoundTripCommand extends BenchCommand {
    @Option(
            names = {"-s", "--size"},
            paramLabel = "BYTES",
            description = "Size of a body, 16 to 4194304. Default: ${DEFAULT-VALUE}")
    private int size = 1024;

    @Option(
            names = {"-c", "--threads"},
            description = "Sending threads, 1 to 4096. Default: ${DEFAULT-VALUE}")
    private int threads = 4;

    @Option(
            names = {"-r", "--rate"},
            paramLabel = "PER_SECOND",
            description =
                    "Messages a second of all threads together; 0 is as fast as it goes. Default: ${DEFAULT-VALUE}")
    private long rate = 1000;

    @Option(
            names = {"-g", "--group"},
            description = "The consumer group. Default: ${DEFAULT-VALUE}")
    private String group = "mqbench-roundtrip";

    @Override
    protected void checkOptions() {
        inRange("--size", size, RoundTrips.BODY_MIN_BYTES, 4 << 20);
        inRange("--threads", threads, 1, 4096);
        inRange("--rate", rate, 0, Integer.MAX_VALUE);
    }

    @Override
    protected void measure(Admin admin, Sitting sitting) throws Exception {
        DefaultMQProducer producer = Clients.producer(nameservers(admin), "mqbench-producer");
        RoundTrips trips = new RoundTrips(producer, topic(), size, sitting);
        DefaultMQPushConsumer consumer = Clients.consumer(
                nameservers(admin),
                group,
                ConsumeFromWhere.CONSUME_FROM_LAST_OFFSET,
                topic(),
                trips::arrived,
                new PullFailures(sitting));
        producer.start();
        try {
            consumer.start();
            Effects.await("a first message to come back from topic " + topic(), trips::probe);
            Workers workers = new Workers(threads, rate, trips, sitting::end);
            sitting.watch();
            workers.finish(FINISH_MAX_MS);
            trips.finish(FINISH_MAX_MS);
        } finally {
            consumer.shutdown();
            producer.shutdown();
        }
        sitting.report(
                String.format(Locale.ROOT, "round trip, %d threads, %,d B over %s", threads, size, topic()),
                "from the call of send to the listener");
    }
}
