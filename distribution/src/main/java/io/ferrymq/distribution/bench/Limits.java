package io.ferrymq.distribution.bench;

/**
 * How long a measurement takes.
 *
 * @param count messages, not counting those of the warm-up, after which it ends early
 */
record Limits(long warmUpNanos, long durationNanos, long count) {}
