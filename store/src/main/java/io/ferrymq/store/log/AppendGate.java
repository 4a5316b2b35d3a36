package io.ferrymq.store.log;

import io.ferrymq.store.AppendResult.Refused;

/** Says whether the store takes messages at the moment. */
@FunctionalInterface
public interface AppendGate {
    /** Why not; null when it does. */
    Refused refusal();
}
