package io.ferrymq.remoting.codec;

/** A well-formed frame whose header fields are not those of its code; answered as SYSTEM_ERROR with this message. */
public final class HeaderException extends RuntimeException {
    public HeaderException(String message) {
        super(message, null, false, false);
    }

    static HeaderException missing(String field, String command) {
        return new HeaderException("required header field '" + field + "' of " + command + " is missing");
    }

    static HeaderException notA(String type, String field, String found) {
        return new HeaderException("header field '" + field + "' is not " + type + ": '" + found + "'");
    }
}
