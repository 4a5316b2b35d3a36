package io.ferrymq.store.file;

import java.io.IOException;
import java.nio.file.Path;

/** A file could not even be opened to be forced: nothing was tried, so nothing is lost, and it may be tried again. */
public final class NotForcedException extends IOException {
    private static final long serialVersionUID = 1;

    NotForcedException(Path file, IOException cause) {
        super(file + " could not be opened to be forced to disk: " + cause, cause);
    }
}
