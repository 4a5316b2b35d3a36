package io.ferrymq.store;

/** Told once how a wait for the disk ended, on a thread of the store: it must hand on what may take long. */
@FunctionalInterface
public interface DurabilityCallback {
    void onOutcome(Durability outcome);
}
