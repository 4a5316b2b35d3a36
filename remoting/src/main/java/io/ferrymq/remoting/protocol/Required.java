package io.ferrymq.remoting.protocol;

/** What a body cannot be used without. */
public final class Required {
    private Required() {}

    /** @throws IllegalArgumentException when the member is missing or empty, which {@link Json} names with type and place */
    public static String member(String value, String name) {
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException("the member '" + name + "' is missing");
        }
        return value;
    }
}
