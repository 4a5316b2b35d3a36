package io.ferrymq.store;

import java.nio.ByteBuffer;

/**
 * What the owner of a store notes beside a message's queue entry, so that a filter need not look into the message: the store keeps the bytes and
 * hands them back to {@link EntryFilter#mayMatch}. Must be quick and must not throw.
 */
public interface BitMaps {
    /** Notes nothing. */
    BitMaps NONE = new BitMaps() {
        @Override
        public boolean wants(String topic) {
            return false;
        }

        @Override
        public byte[] of(String topic, ByteBuffer properties) {
            return new byte[0];
        }
    };

    /** Whether messages of a topic have anything noted. */
    boolean wants(String topic);

    /** The bytes for a message, by its encoded properties (position to limit; valid during the call only). */
    byte[] of(String topic, ByteBuffer properties);
}
