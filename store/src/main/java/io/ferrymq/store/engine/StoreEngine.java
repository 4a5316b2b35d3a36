package io.ferrymq.store.engine;

import io.ferrymq.common.Clock;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.StoreConfig;
import io.ferrymq.store.StoreException;
import io.ferrymq.store.StoreHooks;

/** Opens stores. */
public final class StoreEngine {
    private StoreEngine() {}

    @SuppressWarnings("DoNotCallSuggester")
    public static MessageStore open(StoreConfig config, Clock clock, StoreHooks hooks) {
        throw new StoreException(config.rootDir(), "the engine is being built");
    }
}
