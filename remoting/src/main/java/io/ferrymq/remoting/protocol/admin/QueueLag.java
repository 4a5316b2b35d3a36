package io.ferrymq.remoting.protocol.admin;

/**
 * What brokers of this house tell besides: RocketMQ's clients pass it over.
 *
 * @param position what the group has committed, wherever that is; -1 for nothing
 * @param minOffset the first offset whose message is still there
 * @param lag messages that are there, that the group's subscription asks for (by tag code and properties) and that it has not consumed; 0 or more
 * @param exact whether they were counted; else the number is an estimate from a part of them
 * @param oldestTimestamp store time (ms) of the oldest of them; 0 when there is none, -1 when it was not found within the bound of the search
 * @param oldestAgeMs how old that is by the broker's clock; 0 when there is none, -1 when it was not found
 * @param reset {@code waiting} when the group was moved and no reader has gone on from there, {@code heard} when one has; else null
 * @param reader the client id of that reader; null when unknown
 */
public record QueueLag(
        long position,
        long minOffset,
        long lag,
        boolean exact,
        long oldestTimestamp,
        long oldestAgeMs,
        String reset,
        String reader) {
    public static final String WAITING = "waiting";
    public static final String HEARD = "heard";
}
