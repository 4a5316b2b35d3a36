package io.ferrymq.store.config;

import io.ferrymq.store.StoreException;

/** Range checks whose text names the configuration key. */
final class Checks {
    private Checks() {}

    static void range(String key, long value, long min, long max) {
        if (value < min || value > max) {
            throw new StoreException(key + " = " + value + ": must be between " + min + " and " + max);
        }
    }
}
