package io.ferrymq.distribution.quickstart;

import io.ferrymq.broker.Broker;
import io.ferrymq.distribution.logging.LogFiles;
import io.ferrymq.namesrv.NameServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The program {@code quickstart}: the whole of FerryMQ in one process and one minute. */
@Command(
        name = "quickstart",
        description = {
            "Starts a nameserver and a broker, sends 1,000 messages, consumes them, finds one by its key, and stays up for your own tries.",
            ""
        },
        footer = {"", "Example: quickstart --namesrv-port 19876 --broker-port 20911 --once"})
public final class QuickstartMain implements Callable<Integer> {
    private static final int EXIT_FAILED = 1;
    private static final int EXIT_INTERRUPTED = 130;

    @Option(
            names = "--namesrv-port",
            paramLabel = "<port>",
            description = "The nameserver's port. Default: ${DEFAULT-VALUE}",
            defaultValue = "9876")
    private int namesrvPort;

    @Option(
            names = "--broker-port",
            paramLabel = "<port>",
            description = "The broker's port; the port below by 2 is taken too. Default: ${DEFAULT-VALUE}",
            defaultValue = "10911")
    private int brokerPort;

    @Option(
            names = "--store",
            paramLabel = "<folder>",
            description = "Where messages are kept. Default: a fresh temporary folder")
    private Path store;

    @Option(names = "--once", description = "End with exit status 0 instead of staying up.")
    private boolean once;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this help.")
    @SuppressWarnings("unused") // picocli acts on it
    private boolean help;

    @Spec
    private CommandSpec spec;

    public static void main(String[] args) {
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int status = new CommandLine(new QuickstartMain())
                .setErr(err)
                .setUsageHelpWidth(110)
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    err.println("quickstart: " + (e.getMessage() == null ? e : e.getMessage()));
                    return EXIT_FAILED;
                })
                .execute(args);
        System.exit(status);
    }

    @Override
    public Integer call() throws Exception {
        LogFiles.warningsOnStderr();
        PrintWriter out = spec.commandLine().getOut();
        Ports.check(namesrvPort, "--namesrv-port");
        Ports.check(brokerPort, "--broker-port");
        Ports.check(brokerPort - 2, "--broker-port");
        Path folder = store == null ? Files.createTempDirectory("ferrymq-quickstart-") : store.toAbsolutePath();
        Interrupt interrupt = Interrupt.install(Thread.currentThread());
        try {
            run(folder, out, interrupt);
        } catch (Exception e) {
            if (!interrupt.happened()) {
                throw e;
            }
            return EXIT_INTERRUPTED;
        } finally {
            if (store == null) {
                deleteTree(folder);
            }
            interrupt.served();
        }
        return 0;
    }

    private void run(Path folder, PrintWriter out, Interrupt interrupt) throws Exception {
        long startNanos = System.nanoTime();
        try (NameServer nameServer = OneProcess.nameServer(namesrvPort, folder);
                Broker broker = OneProcess.broker(brokerPort, nameServer.addressText(), folder)) {
            long readyMs = (System.nanoTime() - startNanos) / 1_000_000;
            String address = nameServer.addressText();
            out.printf(
                    "A nameserver at %s and a broker at %s are up (%d ms). Store: %s%n",
                    address, broker.address(), readyMs, folder);
            try {
                new Tour(address, out).run();
                if (!once) {
                    out.println();
                    out.println("Staying up until Ctrl-C.");
                    out.flush();
                    interrupt.await();
                }
            } finally {
                // An interrupted thread cannot write files, and closing the broker writes some.
                Thread.interrupted();
            }
        }
    }

    private static void deleteTree(Path folder) throws IOException {
        try (var paths = Files.walk(folder)) {
            for (Path path : paths.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
