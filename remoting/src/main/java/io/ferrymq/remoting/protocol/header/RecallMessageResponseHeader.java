package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.ExtName;
import io.ferrymq.remoting.codec.Optional;

/** Answer to {@code RECALL_MESSAGE} (370): the unique id of the recalled message. */
public record RecallMessageResponseHeader(String msgId, @ExtName("MSG_REGION") @Optional String msgRegion) {}
