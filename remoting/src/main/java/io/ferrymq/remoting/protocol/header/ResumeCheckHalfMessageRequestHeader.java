package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;

/** {@code RESUME_CHECK_HALF_MESSAGE} (323): check a prepared message again from the start. */
public record ResumeCheckHalfMessageRequestHeader(@Optional String topic, @Optional String msgId) {}
