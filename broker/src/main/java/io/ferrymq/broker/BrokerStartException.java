package io.ferrymq.broker;

/** The broker cannot start. One line: what, the value found, the key that changes it. Nothing is left running. */
public final class BrokerStartException extends RuntimeException {
    public BrokerStartException(String message) {
        super(message);
    }

    public BrokerStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
