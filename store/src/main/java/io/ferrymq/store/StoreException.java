package io.ferrymq.store;

import java.nio.file.Path;

/** The store cannot be opened or has met something it must not go on with. One line: what, where, why. */
public final class StoreException extends RuntimeException {
    public StoreException(String message) {
        super(message);
    }

    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }

    public StoreException(Path path, String problem) {
        super(path + ": " + problem);
    }

    public StoreException(Path path, String problem, Throwable cause) {
        super(path + ": " + problem + " (" + cause + ")", cause);
    }
}
