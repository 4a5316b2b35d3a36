package io.ferrymq.remoting.protocol;

/** A body is not the JSON it should be; the text names the expected type, what is wrong and where (line and column). */
public final class JsonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JsonException(String message, Throwable cause) {
        super(message, cause);
    }
}
