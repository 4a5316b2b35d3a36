package io.ferrymq.store.engine;

import io.ferrymq.store.file.SpaceClaim;
import io.ferrymq.store.file.ZeroFill;
import io.ferrymq.store.flush.LogForcer;
import io.ferrymq.store.log.Segment;
import io.ferrymq.store.retention.DiskGauge;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What the store asks of the disk; tests put broken and full ones here. */
public record StorePlatform(SpaceClaim space, LogForcer.Force force, DiskGauge gauge, Pause pause) {
    public static StorePlatform real() {
        return new StorePlatform(new ZeroFill(), Segment::force, DiskGauge::ofFileSystem, StorePlatform::park);
    }

    public StorePlatform withSpace(SpaceClaim claim) {
        return new StorePlatform(claim, force, gauge, pause);
    }

    public StorePlatform withForce(LogForcer.Force newForce) {
        return new StorePlatform(space, newForce, gauge, pause);
    }

    public StorePlatform withGauge(DiskGauge newGauge) {
        return new StorePlatform(space, force, newGauge, pause);
    }

    public StorePlatform withPause(Pause newPause) {
        return new StorePlatform(space, force, gauge, newPause);
    }

    /** Waits between two tries. */
    @FunctionalInterface
    public interface Pause {
        void pause(long ms);
    }

    private static void park(long ms) {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
        for (long left = deadlineNanos - System.nanoTime(); left > 0; left = deadlineNanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
