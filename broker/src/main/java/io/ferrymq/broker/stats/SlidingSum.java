package io.ferrymq.broker.stats;

/** How much a counter grew over the last so many slots of time, the current one included. */
final class SlidingSum {
    private final long slotMs;
    private final int[] growth;
    private long lastCount;
    private long lastSlot = -1;

    SlidingSum(long slotMs, int slots) {
        this.slotMs = slotMs;
        this.growth = new int[slots];
    }

    synchronized void sample(long count, long nowMs) {
        forgetUntil(nowMs / slotMs);
        int at = (int) (lastSlot % growth.length);
        growth[at] = (int) Math.min(Integer.MAX_VALUE, growth[at] + (count - lastCount));
        lastCount = count;
    }

    private void forgetUntil(long slot) {
        if (lastSlot < 0) {
            lastSlot = slot;
        }
        for (int i = 0; i < growth.length && lastSlot < slot; i++) {
            lastSlot++;
            growth[(int) (lastSlot % growth.length)] = 0;
        }
        lastSlot = Math.max(lastSlot, slot);
    }

    /** The sum up to now, when the counter stands at this. */
    synchronized long sum(long count) {
        return sum() + Math.max(0, count - lastCount);
    }

    synchronized long sum() {
        long sum = 0;
        for (int slot : growth) {
            sum += slot;
        }
        return sum;
    }
}
