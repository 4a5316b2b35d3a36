package io.ferrymq.remoting.protocol.body;

import io.ferrymq.remoting.protocol.LanguageCode;

/** One client's connection. */
public record Connection(String clientId, String clientAddr, LanguageCode language, int version) {}
