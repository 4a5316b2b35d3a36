package io.ferrymq.remoting.codec;

/** A well-formed frame whose header fields are not those of its code; answered as SYSTEM_ERROR with this message. */
public final class HeaderException extends RuntimeException {
    private static final int VALUE_MAX_CHARS = 64;

    public HeaderException(String message) {
        super(message, null, false, false);
    }

    static HeaderException missing(String field, String command) {
        return new HeaderException("required header field '" + field + "' of " + command + " is missing");
    }

    static HeaderException notA(String type, String field, String found) {
        String shown = found.length() <= VALUE_MAX_CHARS ? found : found.substring(0, VALUE_MAX_CHARS) + "…";
        return new HeaderException("header field '" + field + "' is not " + type + ": '" + shown + "'");
    }
}
