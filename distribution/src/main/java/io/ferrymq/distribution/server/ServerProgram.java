package io.ferrymq.distribution.server;

import io.ferrymq.common.config.Config;
import io.ferrymq.common.config.ConfigException;
import io.ferrymq.common.config.ConfigKey;
import io.ferrymq.common.config.ConfigSchema;
import io.ferrymq.distribution.logging.LogFiles;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What the programs of servers have in common: their options, their one line at start, their end on SIGTERM. */
abstract class ServerProgram implements Callable<Integer> {
    private static final int EXIT_FAILED = 1;

    @Option(
            names = {"-c", "--configFile"},
            paramLabel = "<file>",
            description = "Properties file with the settings.")
    private Path configFile;

    @Option(
            names = {"-p", "--printConfigItem"},
            description = "Print all settings and end.")
    private boolean printAll;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this help.")
    @SuppressWarnings("unused") // picocli acts on it
    private boolean help;

    @Spec
    private CommandSpec spec;

    /** Whether there is a log file; before that, stderr has all that is to be said. */
    private boolean logs;

    /** A server that runs. */
    interface Running extends AutoCloseable {
        /** The sentence that says that it is up. */
        String announcement();

        @Override
        void close();
    }

    /** The name of the log file and of the process. */
    abstract String name();

    abstract ConfigSchema schema();

    /** Settings of the command line, which win over the file's. */
    abstract Map<String, String> overrides();

    /** The keys to print alone, or empty when not asked to. */
    abstract List<ConfigKey<?>> keysToPrint();

    /** Values in force of settings whose default depends on the machine, by name. */
    abstract Map<String, String> computed(Config config);

    /** @throws Exception with a message that says in one line why it could not start; nothing is left running then */
    abstract Running start(Config config, Path file) throws Exception;

    /** Runs a program as its process: ends the JVM unless a server is left running. */
    static void run(ServerProgram program, String... args) {
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int status = new CommandLine(program)
                .setErr(err)
                .setUsageHelpWidth(110)
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    err.println(program.name() + ": " + reason(e));
                    if (program.logs) {
                        LoggerFactory.getLogger(ServerProgram.class).error("not started", e);
                    }
                    return EXIT_FAILED;
                })
                .execute(args);
        // The server's threads are daemons: the process lives until execute has returned.
        System.exit(status);
    }

    @Override
    public Integer call() throws Exception {
        Config config = configFile == null ? schema().defaults() : schema().parse(configFile);
        config = config.override("command line", overrides());
        PrintWriter out = spec.commandLine().getOut();
        if (printAll) {
            out.print(config.dump());
            out.flush();
            return 0;
        }
        if (!keysToPrint().isEmpty()) {
            Map<String, String> values = config.toMap();
            values.putAll(computed(config));
            keysToPrint().forEach(key -> out.println(key.name() + "=" + values.get(key.name())));
            return 0;
        }
        serve(config, out);
        return 0;
    }

    private void serve(Config config, PrintWriter out) throws Exception {
        Path log = LogFiles.rolling(name());
        logs = true;
        Logger logger = LoggerFactory.getLogger(ServerProgram.class);
        config.notServedWarning().ifPresent(warning -> {
            logger.warn(warning);
            out.println(warning);
        });
        config.warnings().forEach(logger::warn);
        Running server = start(config, configFile);
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            server.close();
                            logger.info("{} stopped", name());
                            ended.countDown();
                        },
                        "shutdown"));
        logger.info(server.announcement());
        out.println(server.announcement() + " Log: " + log);
        ended.await();
    }

    private static String reason(Exception e) {
        String message = e instanceof ConfigException config
                ? String.join(System.lineSeparator(), config.problems())
                : e.getMessage();
        // These have nothing but a path for a message.
        return message == null || e instanceof FileSystemException ? e.toString() : message;
    }
}
