package io.ferrymq.remoting.protocol.header;

/**
 * Where to go on: answer to {@code PULL_MESSAGE} (11) and {@code LITE_PULL_MESSAGE} (361). Clients un-box the first four with the codes 0,
 * 19, 20 and 21.
 *
 * @param suggestWhichBrokerId 0 for the master
 * @param offsetDelta to add to the offsets of the messages (static topics)
 * @param forbiddenType why the code is 16: 1 broker, 2 group, 3 topic, 4 broadcast disabled, 5 this topic for this group
 * @param ferrymqPosition where another member has taken the group in this queue by now, beyond what came along with the pull; null as long as the
 *     queue is the reader's, and from other brokers
 */
public record PullMessageResponseHeader(
        long suggestWhichBrokerId,
        long nextBeginOffset,
        long minOffset,
        long maxOffset,
        Long offsetDelta,
        Integer topicSysFlag,
        Integer groupSysFlag,
        Integer forbiddenType,
        Long ferrymqPosition) {
    public static PullMessageResponseHeader of(
            long suggestWhichBrokerId, long nextBeginOffset, long minOffset, long maxOffset) {
        return new PullMessageResponseHeader(
                suggestWhichBrokerId, nextBeginOffset, minOffset, maxOffset, null, null, null, null, null);
    }

    public PullMessageResponseHeader withForbiddenType(int type) {
        return new PullMessageResponseHeader(
                suggestWhichBrokerId,
                nextBeginOffset,
                minOffset,
                maxOffset,
                offsetDelta,
                topicSysFlag,
                groupSysFlag,
                type,
                ferrymqPosition);
    }
}
