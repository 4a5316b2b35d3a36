package io.ferrymq.store.testing.disk;

import io.ferrymq.store.engine.StorePlatform;
import io.ferrymq.store.testing.disk.DiskFile.Frozen;
import java.io.IOException;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A directory of the machine, used through {@link #root()}, that knows which bytes and names were forced. What was not may be lost, in part or as a whole, when
 * the power fails: {@link #powerFails} is a moment of which {@link Moment#writeTo} makes possible disks. It can also refuse steps ({@link Fault}).
 *
 * <p>Bytes: a page that was not forced since it was written may hold the old or the new bytes, or a mixture by sectors of 512 bytes; some pages are written early.
 * Lengths: any that the file had since it was forced. Names: see {@link Names}.
 */
public final class ForgetfulDisk {
    /** Which changes of names survive. */
    public enum Names {
        /** As on ext4 and XFS: changes become stable in the order in which they were made; forcing a file takes those before its own with it. */
        JOURNALED,
        /** As POSIX allows it: any of those in directories that were not forced since. */
        LOOSE
    }

    /** Refuses a step, as a full or broken disk does. */
    @FunctionalInterface
    public interface Fault {
        /** @param step what is about to be done, as "open", "create", "map", "write", "force", "delete", "rename to", "mkdir" and a file name */
        void before(String step) throws IOException;
    }

    /** Somebody who wants to know of each step before it is done, and after each force. */
    @FunctionalInterface
    public interface Watcher {
        void at(String step) throws IOException;
    }

    private final Path root;
    private final Names mode;
    private final Random random;
    private final DiskProvider provider = new DiskProvider(this);
    private final Map<Path, DiskFile> names = new HashMap<>();
    private final Set<Path> directories = new HashSet<>();
    private final Map<Path, DiskFile> stableNames = new HashMap<>();
    private final Set<Path> stableDirectories = new HashSet<>();
    private final List<NameChange<DiskFile>> pending = new ArrayList<>();
    private volatile Fault fault = step -> {};
    private volatile Watcher watcher = step -> {};

    /** Takes over a directory: what is in it is stable. */
    public ForgetfulDisk(Path directory, Names mode, long seed) throws IOException {
        this.root = directory.toAbsolutePath();
        this.mode = mode;
        this.random = new Random(seed);
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.filter(found -> !found.equals(root)).toList()) {
                if (Files.isDirectory(path)) {
                    directories.add(path);
                } else {
                    names.put(path, new DiskFile(path, Files.readAllBytes(path)));
                }
            }
        }
        stableNames.putAll(names);
        stableDirectories.addAll(directories);
    }

    /** The directory; every step on paths below it is seen. */
    public Path root() {
        return provider.path(root);
    }

    /** The real platform, but that the log is forced to this disk. */
    public StorePlatform platform() {
        return StorePlatform.real().withForce((segment, from, to) -> forced(DiskPath.real(segment.path()), from, to));
    }

    public void refuse(Fault newFault) {
        fault = newFault;
    }

    public void watch(Watcher newWatcher) {
        watcher = newWatcher;
    }

    /** The moment at which it is called. */
    public synchronized Moment powerFails() throws IOException {
        IdentityHashMap<DiskFile, Frozen> frozen = new IdentityHashMap<>();
        Map<Path, Frozen> left = new HashMap<>();
        for (Map.Entry<Path, DiskFile> entry : stableNames.entrySet()) {
            left.put(entry.getKey(), freeze(entry.getValue(), frozen));
        }
        List<NameChange<Frozen>> changes = new ArrayList<>();
        for (NameChange<DiskFile> change : pending) {
            Frozen file = change.file() == null ? null : freeze(change.file(), frozen);
            changes.add(new NameChange<>(change.gone(), change.come(), file));
        }
        return new Moment(root, mode, left, Set.copyOf(stableDirectories), changes);
    }

    private static Frozen freeze(DiskFile file, Map<DiskFile, Frozen> known) throws IOException {
        Frozen found = known.get(file);
        if (found == null) {
            found = file.freeze();
            known.put(file, found);
        }
        return found;
    }

    void step(String step) throws IOException {
        fault.before(step);
        writeSomeEarly();
        watcher.at(step);
    }

    private synchronized void writeSomeEarly() throws IOException {
        if (random.nextInt(8) == 0) {
            for (DiskFile file : names.values()) {
                if (random.nextInt(4) == 0) {
                    file.writeSome(random);
                }
            }
        }
    }

    synchronized void opened(Path path, long length) {
        if (path.equals(root) || directories.contains(path)) {
            return;
        }
        if (!names.containsKey(path)) {
            change(new NameChange<>(null, path, new DiskFile(path, new byte[0])));
        }
        names.get(path).resized(length);
    }

    synchronized void resized(Path path, long length) {
        DiskFile file = names.get(path);
        if (file != null) {
            file.resized(length);
        }
    }

    synchronized void madeDirectory(Path path) {
        change(new NameChange<>(null, path, null));
    }

    synchronized void linked(Path link, Path existing) {
        change(new NameChange<>(null, link, names.get(existing)));
    }

    synchronized void delete(Path path) throws IOException {
        DiskFile file = names.get(path);
        if (file != null && file.isAt(path)) {
            leave(path, file);
        }
        Files.delete(path);
        change(new NameChange<>(path, null, file));
    }

    /** A file under several names lives on under another one. */
    private void leave(Path path, DiskFile file) throws IOException {
        for (Map.Entry<Path, DiskFile> other : names.entrySet()) {
            if (other.getValue() == file && !other.getKey().equals(path)) {
                file.movedTo(other.getKey());
                return;
            }
        }
        file.aboutToGo();
    }

    synchronized void move(Path source, Path target, CopyOption... options) throws IOException {
        DiskFile replaced = names.get(target);
        if (replaced != null && replaced.isAt(target)) {
            leave(target, replaced);
        }
        DiskFile moved = names.get(source);
        Files.move(source, target, options);
        moved.movedTo(target);
        change(new NameChange<>(source, target, moved));
    }

    private void change(NameChange<DiskFile> change) {
        change.apply(names, directories);
        pending.add(change);
    }

    void forced(Path path) throws IOException {
        step("force " + path.getFileName());
        synchronized (this) {
            if (path.equals(root) || directories.contains(path)) {
                settle(change -> change.isIn(path));
            } else if (names.containsKey(path)) {
                names.get(path).force();
                settleFile(names.get(path));
            }
        }
        watcher.at("forced " + path.getFileName());
    }

    private void forced(Path path, int from, int to) throws IOException {
        step("force " + path.getFileName());
        synchronized (this) {
            DiskFile file = names.get(path);
            if (file != null) {
                file.force(from, to);
                settleFile(file);
            }
        }
        watcher.at("forced " + path.getFileName());
    }

    private void settleFile(DiskFile file) {
        if (mode == Names.JOURNALED) {
            settle(change -> change.file() == file);
        }
    }

    private void settle(Predicate<NameChange<DiskFile>> forced) {
        int last = -1;
        for (int i = 0; i < pending.size(); i++) {
            if (forced.test(pending.get(i))) {
                last = i;
            }
        }
        List<NameChange<DiskFile>> stable = new ArrayList<>();
        List<NameChange<DiskFile>> left = new ArrayList<>();
        for (int i = 0; i < pending.size(); i++) {
            NameChange<DiskFile> change = pending.get(i);
            boolean settled = i <= last && (mode == Names.JOURNALED || forced.test(change));
            (settled ? stable : left).add(change);
        }
        pending.clear();
        pending.addAll(left);
        stable.forEach(change -> change.apply(stableNames, stableDirectories));
    }
}
