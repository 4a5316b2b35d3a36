package io.ferrymq.remoting.protocol.body;

import io.ferrymq.remoting.protocol.LanguageCode;

/** One member of a producer group. */
public record ProducerInfo(
        String clientId, String remoteIP, LanguageCode language, int version, long lastUpdateTimestamp) {}
