package io.ferrymq.store.check;

import io.ferrymq.store.file.Mapping;
import io.ferrymq.store.index.IndexGeometry;
import io.ferrymq.store.index.IndexLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** An index file, mapped for reading. */
final class IndexFileView implements AutoCloseable {
    private final Path path;
    private final IndexGeometry geometry;
    private final Mapping mapping;
    private final ByteBuffer bytes;
    private final int next;

    private IndexFileView(Path path, IndexGeometry geometry, Mapping mapping) {
        this.path = path;
        this.geometry = geometry;
        this.mapping = mapping;
        this.bytes = mapping.buffer();
        this.next = Math.max(1, Math.min(geometry.entries(), bytes.getInt(IndexLayout.NEXT_ENTRY)));
    }

    /** Returns null when the file's content fits no number of slots and entries. */
    static IndexFileView open(Path path, IndexGeometry likely) throws IOException {
        Mapping mapping;
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            if (channel.size() < IndexLayout.HEADER_BYTES || channel.size() > Integer.MAX_VALUE) {
                return null;
            }
            mapping = Mapping.mapReadOnly(channel, (int) channel.size());
        }
        IndexGeometry geometry = IndexGeometry.find(mapping.buffer(), likely);
        if (geometry == null) {
            mapping.release();
            return null;
        }
        return new IndexFileView(path, geometry, mapping);
    }

    Path path() {
        return path;
    }

    IndexGeometry geometry() {
        return geometry;
    }

    /** Number of the next entry, as far as there is room. */
    int next() {
        return next;
    }

    int statedNext() {
        return bytes.getInt(IndexLayout.NEXT_ENTRY);
    }

    int usedSlots() {
        return bytes.getInt(IndexLayout.USED_SLOTS);
    }

    int slot(int slot) {
        return bytes.getInt(IndexLayout.slotAt(slot));
    }

    long header(int field) {
        return bytes.getLong(field);
    }

    int position(int number) {
        return IndexLayout.entryAt(geometry.slots(), number);
    }

    int hash(int number) {
        return bytes.getInt(position(number) + IndexLayout.ENTRY_HASH);
    }

    long address(int number) {
        return bytes.getLong(position(number) + IndexLayout.ENTRY_PHYSICAL_OFFSET);
    }

    int seconds(int number) {
        return bytes.getInt(position(number) + IndexLayout.ENTRY_SECONDS);
    }

    int previous(int number) {
        return bytes.getInt(position(number) + IndexLayout.ENTRY_PREVIOUS);
    }

    @Override
    public void close() {
        mapping.release();
    }
}
