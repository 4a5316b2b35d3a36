package io.ferrymq.store.engine;

import io.ferrymq.store.StoreConfig;
import io.ferrymq.store.config.RetentionPolicy;
import io.ferrymq.store.config.WriteLimits;

/** The settings that change while the store runs: each group is swapped whole, readers take it anew for each decision. */
final class LiveLimits {
    private volatile RetentionPolicy retention;
    private volatile WriteLimits writes;

    LiveLimits(StoreConfig config) {
        this.retention = config.retention();
        this.writes = config.writes();
    }

    RetentionPolicy retention() {
        return retention;
    }

    WriteLimits writes() {
        return writes;
    }

    void retain(RetentionPolicy policy) {
        retention = policy;
    }

    synchronized void limitBodies(int bodyMaxBytes) {
        writes = writes.withBodyMaxBytes(bodyMaxBytes);
    }
}
