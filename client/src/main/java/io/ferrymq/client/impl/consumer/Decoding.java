package io.ferrymq.client.impl.consumer;

/**
 * What a client does with the bodies it pulls.
 *
 * @param readBody false leaves bodies out
 * @param decompress false leaves compressed bodies as they are
 */
public record Decoding(boolean readBody, boolean decompress) {}
