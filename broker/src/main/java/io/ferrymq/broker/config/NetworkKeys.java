package io.ferrymq.broker.config;

import static io.ferrymq.common.config.ConfigKey.ofInt;
import static io.ferrymq.common.config.ConfigKey.ofString;

import io.ferrymq.common.config.ConfigKey;

/** Ports and connections: RocketMQ's network keys that have an effect here (spec: broker 22.4). */
public final class NetworkKeys {
    public static final ConfigKey<String> BIND_ADDRESS =
            ofString("bindAddress", "0.0.0.0").doc("Address to listen on; 0.0.0.0: all, IPv6 included.");
    public static final ConfigKey<Integer> LISTEN_PORT = ofInt("listenPort", 10_911, 0, 65_535)
            .doc("Main port. The fast port is two below, that for slaves one above; 0: free ports for all three.");
    public static final ConfigKey<Integer> SERVER_SELECTOR_THREADS =
            ofInt("serverSelectorThreads", 0, 0, 1024).doc("Event loops; 0: one for each processor.");
    public static final ConfigKey<Integer> SERVER_CHANNEL_MAX_IDLE_TIME_SECONDS = ofInt(
                    "serverChannelMaxIdleTimeSeconds", 120, 1, 86_400)
            .doc("A connection from which nothing came for so long is closed.");
    public static final ConfigKey<Integer> ADMIN_BROKER_THREAD_POOL_NUMS =
            ofInt("adminBrokerThreadPoolNums", 4, 1, 1024).doc("Threads for requests that may block.");
    public static final ConfigKey<Integer> ADMIN_BROKER_THREAD_POOL_QUEUE_CAPACITY = ofInt(
                    "adminBrokerThreadPoolQueueCapacity", 10_000, 1, 1_000_000)
            .doc("Requests that may wait for such a thread; further ones are answered 'busy'.");

    private NetworkKeys() {}
}
