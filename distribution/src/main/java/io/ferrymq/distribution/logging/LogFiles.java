package io.ferrymq.distribution.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy;
import ch.qos.logback.core.util.FileSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/**
 * Where the programs log: a file per program that rolls by day and size, or nothing but warnings on stderr for those that a person
 * waits for. Whoever gives {@code -Dlogback.configurationFile} has the say instead.
 */
public final class LogFiles {
    private static final String PATTERN = "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level [%thread] %logger{0} - %msg%n";
    private static final FileSize FILE_SIZE_MAX = FileSize.valueOf("100MB");
    private static final FileSize TOTAL_SIZE_MAX = FileSize.valueOf("1GB");
    private static final int KEEP_DAYS = 14;

    private LogFiles() {}

    /**
     * Logs INFO and above to {@code <folder>/<program>.log}. The folder is that of the system property {@code ferrymq.log.dir}, else of the environment variable
     * {@code FERRYMQ_LOG_DIR}, else {@code ~/logs/ferrymq}.
     *
     * @return the file
     * @throws IOException when the folder cannot be written to
     */
    public static Path rolling(String program) throws IOException {
        Path folder = folder();
        Files.createDirectories(folder);
        if (!Files.isWritable(folder)) {
            throw new IOException("log folder " + folder + " is not writable (FERRYMQ_LOG_DIR names another)");
        }
        Path file = folder.resolve(program + ".log");
        LoggerContext context = context();
        if (context == null) {
            return file;
        }
        RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
        appender.setContext(context);
        appender.setFile(file.toString());
        SizeAndTimeBasedRollingPolicy<ILoggingEvent> rolls = new SizeAndTimeBasedRollingPolicy<>();
        rolls.setContext(context);
        rolls.setParent(appender);
        rolls.setFileNamePattern(
                folder.resolve(program + ".%d{yyyy-MM-dd}.%i.log.gz").toString());
        rolls.setMaxFileSize(FILE_SIZE_MAX);
        rolls.setMaxHistory(KEEP_DAYS);
        rolls.setTotalSizeCap(TOTAL_SIZE_MAX);
        rolls.start();
        appender.setRollingPolicy(rolls);
        appender.setEncoder(encoder(context));
        appender.start();
        root(context, Level.INFO).addAppender(appender);
        return file;
    }

    /** Logs warnings and errors to stderr, for programs whose output is their answer. */
    public static void warningsOnStderr() {
        LoggerContext context = context();
        if (context != null) {
            warningsOnStderr(context);
        }
    }

    static void warningsOnStderr(LoggerContext context) {
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setTarget("System.err");
        appender.setEncoder(encoder(context));
        appender.start();
        root(context, Level.WARN).addAppender(appender);
    }

    /**
     * Does work whose logging would only repeat what the program prints itself.
     *
     * @param loggers the package whose loggers are silent meanwhile
     */
    public static <T> T silencing(String loggers, Supplier<T> work) {
        LoggerContext context = context();
        if (context == null) {
            return work.get();
        }
        Logger logger = context.getLogger(loggers);
        Level before = logger.getLevel();
        logger.setLevel(Level.OFF);
        try {
            return work.get();
        } finally {
            logger.setLevel(before);
        }
    }

    private static Path folder() {
        String configured = System.getProperty("ferrymq.log.dir", System.getenv("FERRYMQ_LOG_DIR"));
        return configured == null ? Path.of(System.getProperty("user.home"), "logs", "ferrymq") : Path.of(configured);
    }

    /** The logging to set up, or null when the user brought a configuration. */
    private static LoggerContext context() {
        return System.getProperty("logback.configurationFile") == null
                        && LoggerFactory.getILoggerFactory() instanceof LoggerContext context
                ? context
                : null;
    }

    private static Logger root(LoggerContext context, Level level) {
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.detachAndStopAllAppenders();
        root.setLevel(level);
        context.getLogger("io.netty").setLevel(Level.WARN);
        return root;
    }

    private static PatternLayoutEncoder encoder(LoggerContext context) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.start();
        return encoder;
    }
}
