package io.ferrymq.common.config;

import java.util.function.Function;
import java.util.function.Predicate;

/**
 * How a setting's text is read and written.
 *
 * @param allowed the allowed values in words
 * @param parser gives null for a text that is not allowed
 */
record ValueType<T>(String allowed, Function<String, T> parser, Function<T, String> formatter) {
    T parse(String text) {
        return parser.apply(text);
    }

    String format(T value) {
        return formatter.apply(value);
    }

    <R> ValueType<R> map(Function<T, R> to, Function<R, T> back) {
        return new ValueType<>(
                allowed,
                text -> {
                    T value = parse(text);
                    return value == null ? null : to.apply(value);
                },
                value -> format(back.apply(value)));
    }

    ValueType<T> narrowed(String newAllowed, Predicate<T> predicate) {
        return new ValueType<>(
                newAllowed,
                text -> {
                    T value = parse(text);
                    return value != null && predicate.test(value) ? value : null;
                },
                formatter);
    }
}
