package io.ferrymq.remoting.exception;

/** The request could not be written, or the connection broke before the answer came. */
public class RemotingSendRequestException extends RemotingException {
    public RemotingSendRequestException(String message) {
        super(message);
    }

    public RemotingSendRequestException(String message, Throwable cause) {
        super(message, cause);
    }
}
