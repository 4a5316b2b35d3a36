package io.ferrymq.common.message;

/** Bytes that are no message: says what was found where. */
public final class MessageFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MessageFormatException(String message) {
        super(message);
    }

    public MessageFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
