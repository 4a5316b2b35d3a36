package io.ferrymq.store.queue;

import io.ferrymq.store.file.SpaceClaim;
import io.ferrymq.store.file.StoreFiles;
import java.nio.file.Files;
import java.nio.file.Path;

/** The extension files of all queues, {@code consumequeue_ext}. They are read wherever they are; they are made only when wanted. */
public final class Extensions {
    private final Path dir;
    private final int fileBytes;
    private final MappedQueueFiles mapped;
    private final SpaceClaim space;
    private volatile boolean exist;

    /** @param fileBytes size of new files ({@code mappedFileSizeConsumeQueueExt}); 0 when none are wanted */
    public Extensions(Path dir, int fileBytes, MappedQueueFiles mapped, SpaceClaim space) {
        this.dir = dir;
        this.fileBytes = fileBytes;
        this.mapped = mapped;
        this.space = space;
        this.exist = Files.isDirectory(dir);
    }

    QueueExtension of(String topic, int queueId) {
        return new QueueExtension(dir.resolve(topic).resolve(Integer.toString(queueId)), this);
    }

    /** Whether entries get extensions. */
    public boolean areWanted() {
        return fileBytes > 0;
    }

    boolean exist() {
        return exist;
    }

    void noteExistence() {
        exist = true;
    }

    int fileBytes() {
        return fileBytes;
    }

    MappedQueueFiles mapped() {
        return mapped;
    }

    SpaceClaim space() {
        return space;
    }

    /** The queue is emptied or gone, and so is what its entries led to. */
    void delete(String topic, int queueId) {
        if (exist) {
            StoreFiles.deleteTree(dir.resolve(topic).resolve(Integer.toString(queueId)));
        }
    }

    void delete(String topic) {
        if (exist) {
            StoreFiles.deleteTree(dir.resolve(topic));
        }
    }
}
