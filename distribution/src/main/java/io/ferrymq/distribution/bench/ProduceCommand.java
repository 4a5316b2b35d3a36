package io.ferrymq.distribution.bench;

import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.distribution.admin.Admin;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "produce",
        description = "Send messages and measure rate and latency.",
        footer = {
            "",
            "Examples:",
            "  mqbench produce -n 127.0.0.1:9876",
            "  mqbench produce -n 127.0.0.1:9876 -m async -s 128 -c 4 -d 60",
            "  mqbench produce -n 127.0.0.1:9876 -c 64 -r 5000     latency at 5,000 msg/s"
        })
public final class ProduceCommand extends BenchCommand {
    private static final int BODY_MAX_BYTES = 4 << 20;

    @Option(
            names = {"-m", "--mode"},
            description = "How to send: ${COMPLETION-CANDIDATES}. SYNC: each thread waits for each answer. ASYNC: up"
                    + " to --in-flight sends under way. ONEWAY: no answers. BATCH: --batch messages in one send."
                    + " AUTOBATCH: as ASYNC, the client makes the batches. Default: ${DEFAULT-VALUE}")
    private SendMode mode = SendMode.SYNC;

    @Option(
            names = {"-s", "--size"},
            paramLabel = "BYTES",
            description = "Size of a body, 1 to 4194304. Default: ${DEFAULT-VALUE}")
    private int size = 1024;

    @Option(
            names = {"-c", "--threads"},
            description = "Sending threads, 1 to 4096. Default: ${DEFAULT-VALUE}")
    private int threads = 16;

    @Option(
            names = {"-r", "--rate"},
            paramLabel = "PER_SECOND",
            description =
                    "Messages a second of all threads together; 0 is as fast as it goes. Default: ${DEFAULT-VALUE}")
    private long rate;

    @Option(
            names = "--in-flight",
            paramLabel = "SENDS",
            description =
                    "Sends without an answer in modes ASYNC and AUTOBATCH, 1 to 1000000. Default: ${DEFAULT-VALUE}")
    private int inFlight = 2048;

    @Option(
            names = "--batch",
            paramLabel = "MESSAGES",
            description = "Messages of one send in mode BATCH, 1 to 100000. Default: ${DEFAULT-VALUE}")
    private int batch = 32;

    @Option(
            names = "--timeout",
            paramLabel = "MS",
            description = "How long a send may take, 1 to 3600000. Default: ${DEFAULT-VALUE}")
    private int timeoutMs = 3000;

    @Override
    protected void checkOptions() {
        inRange("--size", size, 1, BODY_MAX_BYTES);
        inRange("--threads", threads, 1, 4096);
        inRange("--rate", rate, 0, Integer.MAX_VALUE);
        inRange("--in-flight", inFlight, 1, 1_000_000);
        inRange("--batch", batch, 1, 100_000);
        inRange("--timeout", timeoutMs, 1, 3_600_000);
    }

    @Override
    protected void measure(Admin admin, Sitting sitting) throws Exception {
        byte[] body = new byte[size];
        ThreadLocalRandom.current().nextBytes(body);
        LoadSender.Shape shape = new LoadSender.Shape(topic(), mode, body, inFlight, batch);
        DefaultMQProducer producer = Clients.producer(nameservers(admin), "mqbench-producer");
        producer.setSendMsgTimeout(timeoutMs);
        producer.setAutoBatch(mode == SendMode.AUTOBATCH);
        producer.start();
        try {
            LoadSender sender = new LoadSender(producer, shape, sitting);
            Workers workers = new Workers(threads, (double) rate / shape.perSend(), sender, sitting::end);
            sitting.watch();
            workers.finish(timeoutMs + FINISH_MAX_MS);
            sender.finish(timeoutMs + FINISH_MAX_MS);
        } finally {
            producer.shutdown();
        }
        sitting.report(
                String.format(
                        Locale.ROOT,
                        "%s, %d threads, %,d B to %s",
                        mode.name().toLowerCase(Locale.ROOT),
                        threads,
                        size,
                        topic()),
                mode == SendMode.ONEWAY ? "of the call" : "from the call to the answer");
    }
}
