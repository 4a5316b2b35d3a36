package io.ferrymq.client.impl.consumer;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Who is in the group. */
@FunctionalInterface
interface Members {
    /**
     * The client ids of the group's members.
     *
     * @param brokerNames the brokers of one topic: any of them knows
     */
    CompletableFuture<List<String>> of(List<String> brokerNames);
}
