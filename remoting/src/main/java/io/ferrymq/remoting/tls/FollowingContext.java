package io.ferrymq.remoting.tls;

import io.ferrymq.common.config.ConfigException;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server's context that follows its files: certificates are renewed without a restart (spec: broker 2.7). The files are looked at when somebody
 * connects, at most every few seconds, and read again once two looks found them changed and alike: key and certificate are replaced one
 * after the other. Files that cannot be used leave the context as it is.
 */
public final class FollowingContext {
    private static final Logger LOG = LoggerFactory.getLogger(FollowingContext.class);
    static final long LOOK_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final TlsSettings settings;
    private final List<Path> files;
    private final LongSupplier nanoClock;
    private volatile SslContext context;
    private volatile long lastLookNanos;
    private List<String> loaded;
    private List<String> seen;

    /** @throws ConfigException when a file cannot be used */
    public FollowingContext(TlsSettings settings, LongSupplier nanoClock) {
        TlsMaterial material = settings.server();
        this.settings = settings;
        this.files = Stream.of(material.keyPath(), material.certPath(), material.trustCertPath())
                .filter(path -> path != null)
                .map(Path::of)
                .distinct()
                .toList();
        this.nanoClock = nanoClock;
        this.lastLookNanos = nanoClock.getAsLong();
        this.loaded = stamps();
        this.seen = loaded;
        this.context = TlsContexts.server(settings);
    }

    public SslContext current() {
        if (nanoClock.getAsLong() - lastLookNanos >= LOOK_INTERVAL_NANOS) {
            look();
        }
        return context;
    }

    private synchronized void look() {
        lastLookNanos = nanoClock.getAsLong();
        List<String> now = stamps();
        boolean settled = now.equals(seen);
        seen = now;
        if (!settled || now.equals(loaded)) {
            return;
        }
        // Also when they cannot be used: one change, one line.
        loaded = now;
        try {
            context = TlsContexts.server(settings);
            LOG.info("TLS: {} changed, new connections get what is in there now", files);
        } catch (ConfigException e) {
            LOG.warn("TLS: {} changed and cannot be used, the former stay in force: {}", files, e.getMessage());
        }
    }

    private List<String> stamps() {
        List<String> stamps = new ArrayList<>();
        for (Path file : files) {
            try {
                BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
                stamps.add(found.lastModifiedTime() + " " + found.size() + " " + found.fileKey());
            } catch (IOException e) {
                stamps.add(e.toString());
            }
        }
        return stamps;
    }
}
