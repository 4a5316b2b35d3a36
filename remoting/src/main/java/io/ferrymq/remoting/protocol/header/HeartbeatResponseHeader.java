package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.ExtName;

/**
 * Answer to {@code HEART_BEAT} (34): whether fingerprints are understood, and whether the client must send its
 * subscriptions in full.
 */
public record HeartbeatResponseHeader(
        @ExtName("IS_SUPPORT_HEART_BEAT_V2") Boolean supportsHeartbeatV2,
        @ExtName("IS_SUB_CHANGE") Boolean subscriptionChanged) {}
