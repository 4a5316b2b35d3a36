package io.ferrymq.broker.follow;

/** A master's state could not be had, or not all of it: what this slave has stays as it is. */
public final class CopyException extends Exception {
    private static final long serialVersionUID = 1;

    public CopyException(String message) {
        super(message);
    }

    public CopyException(String message, Throwable cause) {
        super(message, cause);
    }
}
