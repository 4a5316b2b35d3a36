package io.ferrymq.remoting.exception;

/** No answer came within the call's time; the peer may or may not have done the work. */
public class RemotingTimeoutException extends RemotingException {
    public RemotingTimeoutException(String message) {
        super(message);
    }

    /** @param addr whose answer did not come */
    public RemotingTimeoutException(String addr, long timeoutMillis) {
        this(addr, timeoutMillis, null);
    }

    public RemotingTimeoutException(String addr, long timeoutMillis, Throwable cause) {
        super("no answer from " + addr + " within " + timeoutMillis + " ms", cause);
    }

    public RemotingTimeoutException(String message, Throwable cause) {
        super(message, cause);
    }
}
