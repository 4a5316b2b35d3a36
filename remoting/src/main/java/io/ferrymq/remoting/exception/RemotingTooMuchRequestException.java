package io.ferrymq.remoting.exception;

/** Too many requests are under way from this process. */
public class RemotingTooMuchRequestException extends RemotingException {
    public RemotingTooMuchRequestException(String message) {
        super(message);
    }

    public RemotingTooMuchRequestException(String message, Throwable cause) {
        super(message, cause);
    }
}
