package io.ferrymq.remoting.protocol;

import java.util.Collection;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;

/**
 * Says what is wrong with a document. It goes to the peer, so the parser's own sentences, which name classes of Java and what it would
 * have liked better, are not used as they are.
 */
final class JsonProblem {
    private static final int TEXT_MAX_CHARS = 200;
    /** What the parser expected, and which class of it has the limit. */
    private static final Pattern INSIDE = Pattern.compile("(?s)(: ?was expecting|\\): expected|, from `|: expected).*");

    private JsonProblem() {}

    static String of(JacksonException e) {
        return e instanceof DatabindException ? member(e) + shape(e) : syntax(e.getOriginalMessage());
    }

    private static String member(JacksonException e) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference step : e.getPath()) {
            if (step.getPropertyName() != null) {
                path.append(path.length() == 0 ? "" : ".").append(step.getPropertyName());
            } else {
                path.append('[').append(step.getIndex()).append(']');
            }
        }
        return path.length() == 0 ? "it" : "member '" + cut(path.toString()) + "'";
    }

    private static String shape(JacksonException e) {
        if (e.getCause() instanceof IllegalArgumentException cause && cause.getMessage() != null) {
            return " is unusable: " + cut(cause.getMessage());
        }
        if (e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
            String found = e instanceof InvalidFormatException format && format.getValue() != null
                    ? ": '" + cut(format.getValue().toString()) + "'"
                    : "";
            return " is not " + nameOf(mismatch.getTargetType()) + found;
        }
        return " has an unusable value";
    }

    private static String nameOf(Class<?> type) {
        if (Map.class.isAssignableFrom(type)) {
            return "an object";
        }
        if (Collection.class.isAssignableFrom(type) || type.isArray()) {
            return "a list";
        }
        if (type == String.class) {
            return "a text";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
            return "a number in range";
        }
        return type.isEnum() ? "a " + type.getSimpleName() : "an object";
    }

    private static String syntax(String said) {
        Matcher inside = INSIDE.matcher(said);
        if (!inside.find()) {
            return cut(said);
        }
        // The bracket that closes the parser's words in front of the part that goes.
        return cut(said.substring(0, inside.start())
                + (inside.group().startsWith(")") || inside.group().startsWith(", from") ? ")" : ""));
    }

    private static String cut(String text) {
        return text.length() <= TEXT_MAX_CHARS ? text : text.substring(0, TEXT_MAX_CHARS) + " …";
    }
}
