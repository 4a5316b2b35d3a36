package io.ferrymq.store.testing.disk;

import io.ferrymq.store.testing.disk.DiskFile.Frozen;
import io.ferrymq.store.testing.disk.ForgetfulDisk.Names;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** A moment at which the power may fail: many disks are possible after it. */
public final class Moment {
    private static final int SECTOR_BYTES = 512;

    private final Path root;
    private final Names mode;
    private final Map<Path, Frozen> names;
    private final Set<Path> directories;
    private final List<NameChange<Frozen>> pending;

    Moment(Path root, Names mode, Map<Path, Frozen> names, Set<Path> directories, List<NameChange<Frozen>> pending) {
        this.root = root;
        this.mode = mode;
        this.names = names;
        this.directories = directories;
        this.pending = pending;
    }

    /** Writes one of the possible disks below a directory that does not exist yet. */
    public void writeTo(Path image, Random random) throws IOException {
        Map<Path, Frozen> left = new HashMap<>(names);
        Set<Path> leftDirectories = new HashSet<>(directories);
        changesKept(random).forEach(change -> change.apply(left, leftDirectories));
        Files.createDirectories(image);
        for (Path dir : leftDirectories.stream().sorted().toList()) {
            if (isReachable(dir, leftDirectories)) {
                Files.createDirectories(image.resolve(root.relativize(dir)));
            }
        }
        // Of pages that were not forced none, few, half or all came to disk.
        int kept = new int[] {0, 10, 50, 90, 100}[random.nextInt(5)];
        for (Map.Entry<Path, Frozen> file : left.entrySet()) {
            if (isReachable(file.getKey().getParent(), leftDirectories)) {
                Files.write(image.resolve(root.relativize(file.getKey())), content(file.getValue(), kept, random));
            }
        }
    }

    private boolean isReachable(Path dir, Set<Path> present) {
        for (Path at = dir; !at.equals(root); at = at.getParent()) {
            if (!present.contains(at)) {
                return false;
            }
        }
        return true;
    }

    private List<NameChange<Frozen>> changesKept(Random random) {
        if (mode == Names.JOURNALED) {
            return pending.subList(0, random.nextInt(pending.size() + 1));
        }
        int kept = new int[] {0, 50, 100}[random.nextInt(3)];
        return pending.stream().filter(change -> random.nextInt(100) < kept).toList();
    }

    private static byte[] content(Frozen file, int kept, Random random) {
        int length = file.lengths()[random.nextInt(file.lengths().length)];
        byte[] bytes = Arrays.copyOf(file.stable(), length);
        for (int page = 0; page < length; page += DiskFile.PAGE_BYTES) {
            boolean torn = random.nextInt(4) == 0;
            int grain = torn ? SECTOR_BYTES : DiskFile.PAGE_BYTES;
            int pageEnd = Math.min(length, page + DiskFile.PAGE_BYTES);
            boolean written = random.nextInt(100) < kept;
            for (int at = page; at < pageEnd; at += grain) {
                boolean sectorWritten = (torn && kept > 0 && kept < 100) ? random.nextBoolean() : written;
                int end = Math.min(Math.min(pageEnd, at + grain), file.current().length);
                if (sectorWritten && at < end) {
                    System.arraycopy(file.current(), at, bytes, at, end - at);
                }
            }
        }
        return bytes;
    }
}
