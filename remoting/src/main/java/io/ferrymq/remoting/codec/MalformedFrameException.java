package io.ferrymq.remoting.codec;

/** Bytes that are no frame of this protocol: the connection that sent them cannot be read any further and is closed. */
public final class MalformedFrameException extends RuntimeException {
    public MalformedFrameException(String message) {
        super(message);
    }
}
