package io.ferrymq.store.queue;

import io.ferrymq.store.StoreException;
import io.ferrymq.store.file.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the queues found on disk up to a trusted bound of the log: what points behind it is cut off and comes back from the log. A queue whose files
 * make no sense is emptied and rebuilt.
 */
public final class QueueLoader {
    private static final Logger LOG = LoggerFactory.getLogger(QueueLoader.class);

    /** Confirms that a queue's last entry points to the record that is meant. */
    public interface EntryCheck {
        boolean pointsTo(String topic, int queueId, long queueOffset, long physicalOffset);
    }

    private final QueueTable table;
    private final long bound;
    private final EntryCheck check;
    private final Map<Integer, LongAdder> sizes = new ConcurrentHashMap<>();
    private final boolean checksLast;
    private final DeletedEntries deletedEntries;
    private final AtomicInteger loaded = new AtomicInteger();
    private final AtomicInteger damaged = new AtomicInteger();

    /** Knows entries whose topic was deleted after their record was stored. */
    public interface DeletedEntries {
        boolean isDead(String topic, long physicalOffset);
    }

    /**
     * @param bound only entries of records before this address are trusted
     * @param checksLast whether the last entry of each queue is checked, too: not worth its time after a clean stop
     */
    public QueueLoader(
            QueueTable table, long bound, EntryCheck check, boolean checksLast, DeletedEntries deletedEntries) {
        this.table = table;
        this.bound = bound;
        this.check = check;
        this.checksLast = checksLast;
        this.deletedEntries = deletedEntries;
    }

    public int loadedCount() {
        return loaded.get();
    }

    /** Sum of the end offsets of all queues. */
    public long entrySum() {
        return table.all().mapToLong(ConsumeQueue::endOffset).sum();
    }

    /** How many queues were emptied and must be rebuilt from the beginning of the log. */
    public int damagedCount() {
        return damaged.get();
    }

    public void loadAll() {
        StoreFiles.list(table.dir()).parallelStream().filter(Files::isDirectory).forEach(this::loadTopic);
        sizes.entrySet().stream()
                .max(Comparator.comparingLong(size -> size.getValue().sum()))
                .ifPresent(size -> table.keepFileBytes(size.getKey()));
        table.all().filter(queue -> queue.endOffset() == 0).toList().forEach(this::begin);
    }

    /** A queue that is built anew gets files of the size that was found. */
    private void begin(ConsumeQueue empty) {
        QueueFiles none = table.files(empty.topic(), empty.queueId(), table.fileBytes());
        table.get(empty.topic()).put(new ConsumeQueue(empty.topic(), empty.queueId(), none, 0, 0));
    }

    private void loadTopic(Path topicDir) {
        for (Path queueDir : StoreFiles.list(topicDir)) {
            int queueId = queueId(queueDir);
            if (queueId >= 0 && Files.isDirectory(queueDir)) {
                loadQueue(topicDir.getFileName().toString(), queueId, queueDir);
            }
        }
    }

    private static int queueId(Path dir) {
        String name = dir.getFileName().toString();
        boolean number = !name.isEmpty() && name.length() <= 7 && name.chars().allMatch(c -> c >= '0' && c <= '9');
        int id = number ? Integer.parseInt(name) : -1;
        return id <= TopicQueues.QUEUE_ID_MAX ? id : -1;
    }

    private void loadQueue(String topic, int queueId, Path dir) {
        loaded.incrementAndGet();
        List<Path> found = new ArrayList<>();
        for (Path file : StoreFiles.list(dir)) {
            if (StoreFiles.parseOffsetName(file) >= 0) {
                found.add(file);
            }
        }
        try {
            if (holdsDead(topic, found)) {
                LOG.warn("{}: the topic was deleted, its queue came back and is removed", dir);
                damaged.incrementAndGet();
                StoreFiles.deleteTree(dir);
                table.dropExtension(topic, queueId);
                // Its mark may be forgotten before the next loss of power.
                StoreFiles.forceDirectory(dir.getParent());
                return;
            }
            table.get(topic).put(load(topic, queueId, found));
        } catch (IOException e) {
            throw new StoreException(dir, "cannot be read", e);
        } catch (QueueDamage e) {
            damaged.incrementAndGet();
            LOG.error("{}: {}; the queue is rebuilt from the log", dir, e.getMessage());
            found.forEach(StoreFiles::delete);
            table.dropExtension(topic, queueId);
            QueueFiles none = table.files(topic, queueId, table.fileBytes());
            table.get(topic).put(new ConsumeQueue(topic, queueId, none, 0, 0));
        }
    }

    /** Power loss can bring files of a deleted topic back, also among those of a new topic of the same name. */
    private boolean holdsDead(String topic, List<Path> found) throws IOException {
        if (!deletedEntries.isDead(topic, 0)) {
            return false;
        }
        for (Path file : found) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                ByteBuffer entry = ByteBuffer.allocate(EntryLayout.SIZE_BYTES);
                long end = channel.size() - EntryLayout.SIZE_BYTES;
                int at = 0;
                while (at <= end && isFiller(read(channel, entry, at))) {
                    at += EntryLayout.SIZE_BYTES;
                }
                boolean present = at <= end && entry.getInt(EntryLayout.RECORD_SIZE) > 0;
                if (present && deletedEntries.isDead(topic, entry.getLong(EntryLayout.PHYSICAL_OFFSET))) {
                    return true;
                }
            }
        }
        return false;
    }

    private ConsumeQueue load(String topic, int queueId, List<Path> found) throws IOException, QueueDamage {
        List<Path> paths = new ArrayList<>(found);
        int fileBytes = commonSize(paths);
        if (!paths.isEmpty()) {
            sizes.computeIfAbsent(fileBytes, bytes -> new LongAdder()).increment();
        }
        long end = findEnd(paths, fileBytes);
        QueueFiles files = table.files(topic, queueId, fileBytes);
        if (end == 0) {
            paths.forEach(StoreFiles::delete);
            table.dropExtension(topic, queueId);
            return new ConsumeQueue(topic, queueId, table.files(topic, queueId, table.fileBytes()), 0, 0);
        }
        Path last = paths.get(paths.size() - 1);
        int endInLast = (int) (end * EntryLayout.SIZE_BYTES - StoreFiles.parseOffsetName(last));
        long physicalOffset =
                readEntry(last, endInLast - EntryLayout.SIZE_BYTES).getLong(EntryLayout.PHYSICAL_OFFSET);
        if (checksLast) {
            checkEntry(topic, queueId, end - 1, physicalOffset);
        }
        checkFullFiles(topic, queueId, paths, fileBytes);
        QueueFile[] adopted = new QueueFile[paths.size()];
        for (int i = 0; i < adopted.length; i++) {
            boolean isLast = i == adopted.length - 1;
            adopted[i] = new QueueFile(paths.get(i), fileBytes, isLast ? endInLast : fileBytes);
        }
        files.adopt(adopted);
        clearBehind(files, adopted[adopted.length - 1], endInLast);
        return new ConsumeQueue(topic, queueId, files, 0, end);
    }

    /** Files before the last one are full; of each the first and the last entry must make sense. */
    private void checkFullFiles(String topic, int queueId, List<Path> paths, int fileBytes)
            throws IOException, QueueDamage {
        for (Path full : paths.subList(0, paths.size() - 1)) {
            long first = StoreFiles.parseOffsetName(full) / EntryLayout.SIZE_BYTES;
            int last = fileBytes / EntryLayout.SIZE_BYTES - 1;
            for (int number : new int[] {0, last}) {
                ByteBuffer entry = readEntry(full, number * EntryLayout.SIZE_BYTES);
                if (!isFiller(entry)) {
                    checkEntry(topic, queueId, first + number, entry.getLong(EntryLayout.PHYSICAL_OFFSET));
                }
            }
        }
    }

    private void checkEntry(String topic, int queueId, long queueOffset, long physicalOffset) throws QueueDamage {
        if (!check.pointsTo(topic, queueId, queueOffset, physicalOffset)) {
            throw new QueueDamage(
                    "entry " + queueOffset + " points to " + physicalOffset + ", where no such message is");
        }
    }

    /** Sum of the offsets at which the queues' first files begin. */
    public long beginSum() {
        return table.all().mapToLong(ConsumeQueue::firstFileOffset).sum();
    }

    /** Files are missing at the front of some queue: all that do not begin at 0 are emptied, to be rebuilt from the log. */
    public void emptyLateBeginners() {
        for (ConsumeQueue queue :
                table.all().filter(found -> found.firstFileOffset() > 0).toList()) {
            LOG.error(
                    "{}/{}: begins at {}, and files may be missing before; the queue is rebuilt from the log",
                    queue.topic(),
                    queue.queueId(),
                    queue.firstFileOffset());
            queue.destroy();
            damaged.incrementAndGet();
            QueueFiles none = table.files(queue.topic(), queue.queueId(), table.fileBytes());
            table.get(queue.topic()).put(new ConsumeQueue(queue.topic(), queue.queueId(), none, 0, 0));
        }
    }

    /** What stands behind the end must not be taken for entries by whoever opens the directory next. */
    private static void clearBehind(QueueFiles files, QueueFile last, int end) throws IOException {
        if (end + EntryLayout.SIZE_BYTES > last.sizeBytes()) {
            return;
        }
        ByteBuffer next = readEntry(last.path(), end);
        if (next.getLong(EntryLayout.PHYSICAL_OFFSET) != 0 || next.getInt(EntryLayout.RECORD_SIZE) != 0) {
            files.clearFrom(last, end);
        }
    }

    private static int commonSize(List<Path> paths) throws QueueDamage {
        if (!paths.isEmpty() && StoreFiles.size(paths.get(paths.size() - 1)) == 0) {
            StoreFiles.delete(paths.remove(paths.size() - 1));
        }
        if (paths.isEmpty()) {
            return EntryLayout.SIZE_BYTES;
        }
        long size = StoreFiles.size(paths.get(0));
        long expected = StoreFiles.parseOffsetName(paths.get(0));
        for (Path path : paths) {
            long bytes = StoreFiles.size(path);
            boolean fits = bytes == size
                    && bytes > 0
                    && bytes <= Integer.MAX_VALUE
                    && bytes % EntryLayout.SIZE_BYTES == 0
                    && StoreFiles.parseOffsetName(path) == expected
                    && expected % bytes == 0;
            if (!fits) {
                throw new QueueDamage(path.getFileName() + " has " + bytes + " bytes, others " + size
                        + ", expected next file " + StoreFiles.offsetName(expected));
            }
            expected += size;
        }
        return (int) size;
    }

    /** Finds the end, drops files behind it. 0 when nothing can be kept. */
    private long findEnd(List<Path> paths, int fileBytes) throws IOException {
        while (!paths.isEmpty()) {
            Path last = paths.get(paths.size() - 1);
            int count = countTrusted(last, fileBytes / EntryLayout.SIZE_BYTES);
            if (count > 0) {
                return StoreFiles.parseOffsetName(last) / EntryLayout.SIZE_BYTES + count;
            }
            StoreFiles.delete(last);
            paths.remove(paths.size() - 1);
        }
        return 0;
    }

    private int countTrusted(Path file, int capacity) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer entry = ByteBuffer.allocate(EntryLayout.SIZE_BYTES);
            int low = 0;
            int high = capacity;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (isTrusted(read(channel, entry, middle * EntryLayout.SIZE_BYTES))) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            // Fillers are put before an entry; without one behind them they hold nothing.
            while (low > 0 && isFiller(read(channel, entry, (low - 1) * EntryLayout.SIZE_BYTES))) {
                low--;
            }
            return low;
        }
    }

    private boolean isTrusted(ByteBuffer entry) {
        long physicalOffset = entry.getLong(EntryLayout.PHYSICAL_OFFSET);
        return EntryLayout.isPresent(physicalOffset, entry.getInt(EntryLayout.RECORD_SIZE)) && physicalOffset < bound;
    }

    private static boolean isFiller(ByteBuffer entry) {
        return entry.getInt(EntryLayout.RECORD_SIZE) == EntryLayout.FILLER_SIZE;
    }

    private static ByteBuffer readEntry(Path file, int at) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return read(channel, ByteBuffer.allocate(EntryLayout.SIZE_BYTES), at);
        }
    }

    private static ByteBuffer read(FileChannel channel, ByteBuffer entry, int at) throws IOException {
        entry.clear();
        while (entry.hasRemaining()) {
            if (channel.read(entry, at + entry.position()) < 0) {
                throw new IOException("ends at byte " + (at + entry.position()));
            }
        }
        return entry.flip();
    }

    private static final class QueueDamage extends Exception {
        QueueDamage(String message) {
            super(message);
        }
    }
}
