package io.ferrymq.remoting.exception;

/** The root of what a remote call can fail with. */
public class RemotingException extends Exception {
    public RemotingException(String message) {
        super(message);
    }

    public RemotingException(String message, Throwable cause) {
        super(message, cause);
    }
}
