package io.ferrymq.broker.filter;

import java.nio.charset.StandardCharsets;

/**
 * Which bits of a message's bit map belong to which group (spec: storage 3.4). The bits of several groups may overlap, which costs a look into the
 * message, never a message.
 *
 * @param bits length of a bit map
 * @param positions bits of one group
 */
public record Bloom(int bits, int positions) {
    private static final double PERCENT = 100;

    /**
     * For a wanted quality.
     *
     * @param errorPercent {@code maxErrorRateOfBloomFilter}
     * @param groups {@code expectConsumerNumUseFilter}
     */
    public static Bloom of(int errorPercent, int groups) {
        double halvings = Math.log(PERCENT / errorPercent) / Math.log(2);
        int needed = (int) Math.ceil(groups * halvings / Math.log(2));
        return new Bloom((needed + Byte.SIZE - 1) / Byte.SIZE * Byte.SIZE, (int) Math.ceil(halvings));
    }

    int bytes() {
        return bits / Byte.SIZE;
    }

    /** The bits of one group for one topic; some may be the same. */
    public int[] positionsOf(String group, String topic) {
        long hash = Murmur3.hash((group + "#" + topic).getBytes(StandardCharsets.UTF_8));
        int first = (int) hash;
        int second = (int) (hash >>> Integer.SIZE);
        int[] found = new int[positions];
        for (int i = 1; i <= positions; i++) {
            int combined = first + i * second;
            found[i - 1] = (combined < 0 ? ~combined : combined) % bits;
        }
        return found;
    }
}
