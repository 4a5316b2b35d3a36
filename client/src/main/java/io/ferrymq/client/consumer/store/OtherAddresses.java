package io.ferrymq.client.consumer.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds where the same instance of a group kept its positions when its machine had another address. */
final class OtherAddresses {
    private static final Logger LOG = LoggerFactory.getLogger(OtherAddresses.class);
    private static final String UNNAMED = "@DEFAULT";

    private final Path directory;
    private final String clientId;
    private final String group;
    private final String instance;

    /** @param clientId address and instance, joined by {@code @} */
    OtherAddresses(Path directory, String clientId, String group) {
        this.directory = directory;
        this.clientId = clientId;
        this.group = group;
        this.instance = clientId.substring(Math.max(0, clientId.indexOf('@')));
    }

    /** Whether the application has given this instance a name, so that it means one and the same wherever it runs. */
    boolean isInstanceNamed() {
        return !instance.equals(UNNAMED) && !instance.startsWith(UNNAMED + "@");
    }

    /** The file that was written last. */
    Optional<Path> newest() {
        if (!Files.isDirectory(directory)) {
            return Optional.empty();
        }
        try (Stream<Path> clients = Files.list(directory)) {
            return clients.map(path -> path.getFileName().toString())
                    .filter(name -> name.endsWith(instance) && name.indexOf('@') == name.length() - instance.length())
                    .filter(name -> !name.equals(clientId))
                    .map(name -> LocalFileOffsetStore.fileOf(directory, name, group))
                    .filter(Files::exists)
                    .max(Comparator.comparingLong(file -> file.toFile().lastModified()));
        } catch (IOException e) {
            LOG.warn("group {}: {} cannot be listed: {}", group, directory, e.toString());
            return Optional.empty();
        }
    }
}
