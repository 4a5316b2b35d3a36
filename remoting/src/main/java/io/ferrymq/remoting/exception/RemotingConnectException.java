package io.ferrymq.remoting.exception;

/** No connection to the address could be made in time. */
public class RemotingConnectException extends RemotingException {
    public RemotingConnectException(String message) {
        super(message);
    }

    public RemotingConnectException(String message, Throwable cause) {
        super(message, cause);
    }
}
