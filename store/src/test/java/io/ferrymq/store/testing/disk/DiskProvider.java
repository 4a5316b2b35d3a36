package io.ferrymq.store.testing.disk;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Does each step on the machine's own file system and tells the disk of those that change names or lengths. */
final class DiskProvider extends FileSystemProvider {
    private final ForgetfulDisk disk;
    private final DiskFileSystem fileSystem = new DiskFileSystem(this);

    DiskProvider(ForgetfulDisk disk) {
        this.disk = disk;
    }

    Path path(Path real) {
        return new DiskPath(fileSystem, real);
    }

    private static Path real(Path path) {
        return DiskPath.real(path);
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        Path real = real(path);
        boolean creates =
                options.contains(StandardOpenOption.CREATE) || options.contains(StandardOpenOption.CREATE_NEW);
        disk.step((creates && !Files.exists(real) ? "create " : "open ") + real.getFileName());
        FileChannel channel = FileChannel.open(real, options, attributes);
        disk.opened(real, channel.size());
        return new DiskChannel(disk, real, channel);
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return newFileChannel(path, options, attributes);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path dir, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(real(dir))) {
            for (Path entry : entries) {
                if (filter.accept(path(entry))) {
                    found.add(path(entry));
                }
            }
        }
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                return found.iterator();
            }

            @Override
            public void close() {
                found.clear();
            }
        };
    }

    @Override
    public void createDirectory(Path dir, FileAttribute<?>... attributes) throws IOException {
        disk.step("mkdir " + real(dir).getFileName());
        Files.createDirectory(real(dir), attributes);
        disk.madeDirectory(real(dir));
    }

    @Override
    public void delete(Path path) throws IOException {
        disk.step("delete " + real(path).getFileName());
        disk.delete(real(path));
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        disk.step("rename to " + real(target).getFileName());
        disk.move(real(source), real(target), options);
    }

    @Override
    public void createLink(Path link, Path existing) throws IOException {
        disk.step("link " + real(link).getFileName());
        Files.createLink(real(link), real(existing));
        disk.linked(real(link), real(existing));
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) {
        throw new UnsupportedOperationException("the store copies no file");
    }

    @Override
    public boolean isSameFile(Path path, Path other) throws IOException {
        return Files.isSameFile(real(path), real(other));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        return Files.isHidden(real(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        return Files.getFileStore(real(path));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        real(path).getFileSystem().provider().checkAccess(real(path), modes);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        return Files.getFileAttributeView(real(path), type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        return Files.readAttributes(real(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
        return Files.readAttributes(real(path), attributes, options);
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
        Files.setAttribute(real(path), attribute, value, options);
    }

    @Override
    public String getScheme() {
        return "forgetful";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        throw new UnsupportedOperationException("made by ForgetfulDisk only");
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        return fileSystem;
    }

    @Override
    public Path getPath(URI uri) {
        return path(Path.of(uri));
    }
}
