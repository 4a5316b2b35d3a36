package io.ferrymq.distribution.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.BasicConfigurator;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.util.DefaultJoranConfigurator;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class QuietLoggingTest {
    private static int rank(Class<?> configurator) {
        return configurator.getAnnotation(ConfiguratorRank.class).value();
    }

    @Test
    void shouldStandBetweenTheFilesOfTheApplicationAndLogbacksOwnChoice() {
        assertThat(rank(QuietLogging.class))
                .isLessThan(rank(DefaultJoranConfigurator.class))
                .isGreaterThan(rank(BasicConfigurator.class));
    }

    @Test
    void shouldBeFoundAndLogWarningsOnly() {
        LoggerContext context = new LoggerContext();
        assertThat(ServiceLoader.load(Configurator.class)).singleElement().satisfies(found -> assertThat(
                        found.configure(context))
                .isEqualTo(Configurator.ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY));
        Logger client = context.getLogger("io.ferrymq.client");
        assertThat(client.getEffectiveLevel()).isEqualTo(Level.WARN);
        assertThat(context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).iteratorForAppenders())
                .toIterable()
                .hasSize(1);
    }
}
