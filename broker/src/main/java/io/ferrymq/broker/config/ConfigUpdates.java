package io.ferrymq.broker.config;

import io.ferrymq.common.Clock;
import io.ferrymq.common.DataVersion;
import io.ferrymq.common.config.Config;
import io.ferrymq.common.config.ConfigException;
import io.ferrymq.common.config.PropertiesText;
import io.ferrymq.common.io.StateFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes of settings at run time. All of an update or nothing: one unknown key, bad value, or key that needs a restart, and nothing
 * changes. What was changed is kept in the configuration file when the broker was given one.
 */
public final class ConfigUpdates {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigUpdates.class);
    private static final Set<String> ALWAYS_BLOCKED = Set.of("brokerConfigPath", "rocketmqHome", "configBlackList");

    private final LiveConfig live;
    private final Path configFile;
    private final Clock clock;
    private volatile DataVersion version;

    /** @param configFile null when there is none */
    public ConfigUpdates(LiveConfig live, Path configFile, Clock clock) {
        this.live = live;
        this.configFile = configFile;
        this.clock = clock;
        this.version = DataVersion.initial(clock.nowMs());
    }

    /** What became of an update. */
    public sealed interface Outcome permits Done, Refused {}

    /** In force; the text says which keys are. */
    public record Done(String text) implements Outcome {}

    /**
     * Nothing was changed.
     *
     * @param blocked because of a key that no request may change
     */
    public record Refused(boolean blocked, String text) implements Outcome {}

    public DataVersion version() {
        return version;
    }

    /** May wait for the disk. */
    public synchronized Outcome update(Map<String, String> changes) {
        Set<String> blocked = new TreeSet<>(ALWAYS_BLOCKED);
        blocked.addAll(live.current().get(BrokerKeys.CONFIG_BLACK_LIST));
        blocked.retainAll(changes.keySet());
        if (!blocked.isEmpty()) {
            return new Refused(true, "Can not update config in black list: " + String.join(", ", blocked));
        }
        try {
            Config.Update update = live.current().settings().with(changes);
            if (!update.afterRestart().isEmpty()) {
                return new Refused(
                        false,
                        "nothing was changed: " + String.join(", ", update.afterRestart())
                                + " can only be changed in the configuration file, followed by a restart");
            }
            BrokerConfig changed = BrokerConfig.of(update.config());
            String kept = keep(changes);
            live.replace(changed);
            version = version.next(clock.nowMs());
            LOG.info("settings changed by request: {}", changes);
            return new Done(describe(update) + kept);
        } catch (ConfigException e) {
            return new Refused(false, "nothing was changed: " + String.join("; ", e.problems()));
        } catch (IOException e) {
            return new Refused(false, "nothing was changed: " + configFile + " cannot be written: " + e);
        }
    }

    private static String describe(Config.Update update) {
        List<String> without = update.withoutEffect();
        return "effective now: " + String.join(", ", update.effectiveNow())
                + (without.isEmpty() ? "" : "; known, but without effect here: " + String.join(", ", without));
    }

    private String keep(Map<String, String> changes) throws IOException {
        if (configFile == null) {
            return "; lost at the next restart, because the broker was started without a configuration file";
        }
        String before =
                Files.exists(configFile) ? new String(Files.readAllBytes(configFile), StandardCharsets.UTF_8) : "";
        new StateFile(configFile).write(PropertiesText.parse(before).with(changes));
        return "";
    }
}
