package io.ferrymq.store.testing.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** What is known of one file: the bytes that a loss of power cannot take, the lengths it had since, and where its present bytes are. */
final class DiskFile {
    static final int PAGE_BYTES = 4096;

    private byte[] stable;
    private final List<Integer> lengths = new ArrayList<>();
    private Path at;
    private byte[] last = {};

    DiskFile(Path at, byte[] stable) {
        this.at = at;
        this.stable = stable;
    }

    /** Bytes before and after what was not forced, and every length that the file may have. */
    record Frozen(byte[] stable, byte[] current, int[] lengths) {}

    Frozen freeze() throws IOException {
        byte[] current = current();
        int[] possible = new int[lengths.size() + 2];
        for (int i = 0; i < lengths.size(); i++) {
            possible[i] = lengths.get(i);
        }
        possible[lengths.size()] = stable.length;
        possible[lengths.size() + 1] = current.length;
        return new Frozen(stable, current, possible);
    }

    private byte[] current() throws IOException {
        try {
            return at == null ? last : Files.readAllBytes(at);
        } catch (NoSuchFileException e) {
            return last;
        }
    }

    void resized(long length) {
        int bytes = Math.toIntExact(length);
        int before = lengths.isEmpty() ? stable.length : lengths.get(lengths.size() - 1);
        if (bytes != before) {
            lengths.add(bytes);
        }
    }

    void movedTo(Path path) {
        at = path;
    }

    boolean isAt(Path path) {
        return path.equals(at);
    }

    /** Its last name is about to go: what it holds is kept for the case that the deletion is forgotten. */
    void aboutToGo() throws IOException {
        last = current();
        at = null;
    }

    /** All that was written before is on disk from now on. */
    void force() throws IOException {
        stable = current();
        lengths.clear();
    }

    /** The same for a range, in whole pages. */
    void force(int from, int to) throws IOException {
        byte[] current = current();
        byte[] next = Arrays.copyOf(stable, current.length);
        int begin = from / PAGE_BYTES * PAGE_BYTES;
        int end = Math.min(current.length, (to + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES);
        if (begin < end) {
            System.arraycopy(current, begin, next, begin, end - begin);
        }
        stable = next;
        lengths.clear();
    }

    /** The system writes some pages when it likes. */
    void writeSome(Random random) throws IOException {
        byte[] current = current();
        byte[] next = stable.clone();
        for (int page = 0; page < next.length; page += PAGE_BYTES) {
            int end = Math.min(Math.min(next.length, current.length), page + PAGE_BYTES);
            if (page < end && random.nextInt(3) == 0) {
                System.arraycopy(current, page, next, page, end - page);
            }
        }
        stable = next;
    }
}
