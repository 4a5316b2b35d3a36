package io.ferrymq.distribution.logging;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * For applications that take all jars of this distribution and bring no configuration of logback: warnings on stderr instead of logback's own
 * choice, every DEBUG line on stdout. Any configuration of theirs comes first.
 */
@ConfiguratorRank(QuietLogging.AFTER_FILES_BEFORE_FALLBACK)
public final class QuietLogging extends ContextAwareBase implements Configurator {
    static final int AFTER_FILES_BEFORE_FALLBACK = ConfiguratorRank.FALLBACK + 5;

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        LogFiles.warningsOnStderr(context);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
