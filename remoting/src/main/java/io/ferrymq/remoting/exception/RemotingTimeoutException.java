package io.ferrymq.remoting.exception;

/** No answer came within the call's time; the peer may or may not have done the work. */
public class RemotingTimeoutException extends RemotingException {
    public RemotingTimeoutException(String message) {
        super(message);
    }

    public RemotingTimeoutException(String message, Throwable cause) {
        super(message, cause);
    }
}
