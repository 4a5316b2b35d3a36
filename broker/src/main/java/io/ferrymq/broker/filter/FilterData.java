package io.ferrymq.broker.filter;

/**
 * What a group filters of a topic by, as {@code config/consumerFilter.json} has it (spec: storage 8.6). Component names are JSON member names.
 *
 * @param bornTime since when this expression holds
 * @param deadTime since when no member has it any more; before bornTime, such as 0, while one has
 * @param clientVersion version of the subscription it came with
 * @param ferrymqBornOffset bit maps of messages from this place of the log on know of it; ours alone, others leave it out
 */
record FilterData(
        BloomFilterData bloomFilterData,
        long bornTime,
        long clientVersion,
        String consumerGroup,
        boolean dead,
        long deadTime,
        String expression,
        String expressionType,
        String topic,
        Long ferrymqBornOffset) {
    /** Its place in bit maps. */
    record BloomFilterData(int bitNum, int[] bitPos) {}

    FilterData asDead(long nowMs) {
        return withDeath(Math.max(nowMs, bornTime), clientVersion);
    }

    FilterData asAlive(long version) {
        return withDeath(0, version);
    }

    private FilterData withDeath(long time, long version) {
        return new FilterData(
                bloomFilterData,
                bornTime,
                version,
                consumerGroup,
                time >= bornTime,
                time,
                expression,
                expressionType,
                topic,
                ferrymqBornOffset);
    }

    FilterData bornAt(Long offset) {
        return new FilterData(
                bloomFilterData,
                bornTime,
                clientVersion,
                consumerGroup,
                dead,
                deadTime,
                expression,
                expressionType,
                topic,
                offset);
    }
}
