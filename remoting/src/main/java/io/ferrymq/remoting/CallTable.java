package io.ferrymq.remoting;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Calls by their number. Numbers come one after the other and most answers in that order, so a call has the slot that the low bits of its
 * number name; one still there when its slot's turn comes again has been waiting for long and moves aside into a map.
 */
final class CallTable {
    private static final int SLOTS_MIN = 64;
    private static final int SLOTS_MAX = 1 << 17;

    private final Map<Integer, PendingCall> stragglers = new HashMap<>();
    private PendingCall[] slots = new PendingCall[SLOTS_MIN];
    private int inSlots;

    int size() {
        return inSlots + stragglers.size();
    }

    /** The call that had the same number, or null. */
    PendingCall put(PendingCall call) {
        PendingCall lost = remove(call.opaque());
        while (slots[slot(call.opaque())] != null && isCrowded()) {
            grow();
        }
        int slot = slot(call.opaque());
        PendingCall older = slots[slot];
        if (older != null) {
            stragglers.put(older.opaque(), older);
        } else {
            inSlots++;
        }
        slots[slot] = call;
        return lost;
    }

    private boolean isCrowded() {
        return inSlots >= slots.length / 2 && slots.length < SLOTS_MAX;
    }

    private int slot(int opaque) {
        return opaque & (slots.length - 1);
    }

    private void grow() {
        PendingCall[] old = slots;
        slots = new PendingCall[2 * old.length];
        for (PendingCall call : old) {
            if (call != null) {
                slots[slot(call.opaque())] = call;
            }
        }
    }

    PendingCall get(int opaque) {
        PendingCall call = slots[slot(opaque)];
        return call != null && call.opaque() == opaque ? call : straggler(opaque);
    }

    private PendingCall straggler(int opaque) {
        return stragglers.isEmpty() ? null : stragglers.get(opaque);
    }

    /** The call taken out, or null. */
    PendingCall remove(int opaque) {
        int slot = slot(opaque);
        PendingCall call = slots[slot];
        if (call != null && call.opaque() == opaque) {
            slots[slot] = null;
            inSlots--;
            return call;
        }
        return stragglers.isEmpty() ? null : stragglers.remove(opaque);
    }

    /** Shows all calls; the table must not be changed meanwhile. */
    void forEach(Consumer<PendingCall> visitor) {
        stragglers.values().forEach(visitor);
        for (PendingCall call : slots) {
            if (call != null) {
                visitor.accept(call);
            }
        }
    }

    void clear() {
        stragglers.clear();
        Arrays.fill(slots, null);
        inSlots = 0;
    }
}
