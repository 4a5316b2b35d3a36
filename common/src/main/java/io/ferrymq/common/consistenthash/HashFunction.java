package io.ferrymq.common.consistenthash;

/** Places a name on the ring of a consistent hash. */
@FunctionalInterface
public interface HashFunction {
    long hash(String key);
}
