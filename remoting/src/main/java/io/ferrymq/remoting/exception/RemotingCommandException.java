package io.ferrymq.remoting.exception;

/** A command's header or body is not what its code calls for. */
public class RemotingCommandException extends RemotingException {
    public RemotingCommandException(String message) {
        super(message);
    }

    public RemotingCommandException(String message, Throwable cause) {
        super(message, cause);
    }
}
