package io.ferrymq.store.engine;

import io.ferrymq.store.StoreException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tries again when the disk fails while a store is loaded: network disks have moments, and ending the process would make them worse. */
final class PatientStart {
    private static final Logger LOG = LoggerFactory.getLogger(PatientStart.class);
    private static final long FIRST_PAUSE_MS = 200;
    private static final long PAUSE_MAX_MS = 10_000;

    private final Path rootDir;
    private final long retryMaxMs;
    private final StorePlatform.Pause pause;

    PatientStart(Path rootDir, long retryMaxMs, StorePlatform.Pause pause) {
        this.rootDir = rootDir;
        this.retryMaxMs = retryMaxMs;
        this.pause = pause;
    }

    /** @param load leaves nothing open when it fails */
    <T> T load(Supplier<T> load) {
        long pauseMs = FIRST_PAUSE_MS;
        long leftMs = retryMaxMs;
        while (true) {
            try {
                return tryOnce(load);
            } catch (StoreException e) {
                if (!isPassing(e)) {
                    throw e;
                }
                if (leftMs <= 0) {
                    throw new StoreException(
                            e.getMessage() + "; given up after " + retryMaxMs
                                    + " ms of trying again (recoveryRetryTimeoutMills)",
                            e);
                }
                long nextMs = Math.min(pauseMs, leftMs);
                LOG.warn("{}; trying again in {} ms, for {} ms at most", e.getMessage(), nextMs, leftMs);
                pause.pause(nextMs);
                leftMs -= nextMs;
                pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS);
            }
        }
    }

    private <T> T tryOnce(Supplier<T> load) {
        try {
            return load.get();
        } catch (InternalError e) {
            // A page of a mapped file could not be read.
            throw new StoreException(rootDir, "a mapped file cannot be read", new IOException(e));
        }
    }

    /** What a file is or who may read it does not change by waiting. */
    private static boolean isPassing(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof IOException) {
                return !(at instanceof NoSuchFileException
                        || at instanceof AccessDeniedException
                        || at instanceof NotDirectoryException
                        || at instanceof CharacterCodingException);
            }
        }
        return false;
    }
}
