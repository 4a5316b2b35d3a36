package io.ferrymq.broker.follow;

/** A master's state could not be had, or not all of it: what this slave has stays as it is. */
public class CopyException extends Exception {
    private static final long serialVersionUID = 1;

    public CopyException(String message) {
        super(message);
    }

    public CopyException(String message, Throwable cause) {
        super(message, cause);
    }

    /** There is no master to ask: nothing else of it can be had now either. */
    static final class Unreachable extends CopyException {
        private static final long serialVersionUID = 1;

        Unreachable(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
