package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.ExtName;
import io.ferrymq.remoting.codec.Optional;

/**
 * Answer to {@code HEART_BEAT} (34): whether fingerprints are understood, and whether the client must send its
 * subscriptions in full.
 *
 * @param ferrymqFindings what is wrong in the client's groups, a sentence a line; null when nothing is, and from other brokers
 */
public record HeartbeatResponseHeader(
        @ExtName("IS_SUPPORT_HEART_BEAT_V2") Boolean supportsHeartbeatV2,
        @ExtName("IS_SUB_CHANGE") Boolean subscriptionChanged,
        @Optional String ferrymqFindings) {}
