package io.ferrymq.namesrv.route;

/** What became of a registration. */
public sealed interface Registered {
    /** The broker is in the table. */
    record Accepted(RouteTable table) implements Registered {}

    /** The broker must not be in the table beside what is there; the reason is for its operator. */
    record Refused(String reason) implements Registered {}
}
