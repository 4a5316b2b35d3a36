package io.ferrymq.remoting;

import java.util.regex.Pattern;

/**
 * What the operating system said, without the call that the network library made and without the address it repeats: the sentences made of
 * it name the address themselves.
 */
public final class SystemReason {
    private static final Pattern CALL = Pattern.compile("^\\w+\\(\\.\\.\\) failed(?: with error\\(-?\\d+\\))?: ");
    private static final Pattern ADDRESS = Pattern.compile(": [^ /]*/[^ ]+:\\d+$");

    private SystemReason() {}

    /** "Connection refused" of a failed connect or bind; the kind of failure when it has no words. */
    public static String of(Throwable failure) {
        String text = failure.getMessage();
        if (text == null || text.isBlank()) {
            return failure.getClass().getSimpleName();
        }
        return ADDRESS.matcher(CALL.matcher(text).replaceFirst("")).replaceFirst("");
    }
}
