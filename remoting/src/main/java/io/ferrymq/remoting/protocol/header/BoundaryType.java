package io.ferrymq.remoting.protocol.header;

/** Which message a search by time wants: the first one stored at or after it, or the last one stored at or before it. */
public enum BoundaryType {
    LOWER,
    UPPER
}
