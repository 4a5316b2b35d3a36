package io.ferrymq.client.impl.factory;

/**
 * Where a broker of some name is.
 *
 * @param address {@code host:port}
 * @param slave whether it is not the master
 */
public record BrokerAddress(String address, boolean slave) {}
