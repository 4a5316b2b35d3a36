package io.ferrymq.common.filter;

/** The languages of a subscription's filter. */
public final class ExpressionType {
    /** Conditions on properties, such as {@code a > 5 AND b = 'x'}; off on brokers unless {@code enablePropertyFilter} is set. */
    public static final String SQL92 = "SQL92";

    /** Tags joined by {@code ||}, or {@code *} for all. */
    public static final String TAG = "TAG";

    private ExpressionType() {}

    /** Tags are also meant when a subscription names no type. */
    public static boolean isTagType(String type) {
        return type == null || type.isEmpty() || TAG.equals(type);
    }
}
