package io.ferrymq.distribution.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The published jars of RocketMQ, each version in a class loader of its own that sees nothing of ours. */
public final class PeerJars {
    private PeerJars() {}

    /** The client of a version, as the build has laid it out. Close it at the end of the test. */
    public static URLClassLoader client(String version) {
        return folder("rocketmq-client-" + version, Path.of("target", "none"));
    }

    /** The client of a version together with what {@code distribution/peers/driver} does with it. Close it at the end of the test. */
    public static URLClassLoader application(String version) {
        String name = "rocketmq-client-" + version;
        return folder(name, Path.of("peers", name, "target", "classes"));
    }

    /** The servers of a version, for comparing single classes with ours. */
    public static URLClassLoader server(String version) {
        return folder("rocketmq-server-" + version, Path.of("target", "none"));
    }

    private static URLClassLoader folder(String name, Path classes) {
        Path lib = Path.of("peers", name, "target", "lib");
        try (Stream<Path> jars = Files.list(lib)) {
            URL[] urls = Stream.concat(Stream.of(classes).filter(Files::isDirectory), jars)
                    .map(PeerJars::url)
                    .toArray(URL[]::new);
            return new StaysOpen("peer " + name, urls);
        } catch (IOException e) {
            throw new UncheckedIOException("no jars in " + lib.toAbsolutePath(), e);
        }
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new UncheckedIOException("cannot load " + jar, e);
        }
    }

    /**
     * Cannot be closed: a client's network threads go on for seconds after its shutdown and load classes even then; what they
     * cannot load they would throw at whatever test waits at that moment.
     */
    private static final class StaysOpen extends URLClassLoader {
        StaysOpen(String name, URL[] urls) {
            super(name, urls, ClassLoader.getPlatformClassLoader());
        }

        @Override
        public void close() {
            // Left to the end of the JVM.
        }
    }
}
