package io.ferrymq.store.engine;

import io.ferrymq.store.file.SpaceClaim;
import io.ferrymq.store.file.ZeroFill;
import io.ferrymq.store.flush.LogForcer;
import io.ferrymq.store.log.Segment;
import io.ferrymq.store.retention.DiskGauge;

/** What the store asks of the disk; tests put broken and full ones here. */
public record StorePlatform(SpaceClaim space, LogForcer.Force force, DiskGauge gauge) {
    public static StorePlatform real() {
        return new StorePlatform(new ZeroFill(), Segment::force, DiskGauge::ofFileSystem);
    }

    public StorePlatform withSpace(SpaceClaim claim) {
        return new StorePlatform(claim, force, gauge);
    }

    public StorePlatform withForce(LogForcer.Force newForce) {
        return new StorePlatform(space, newForce, gauge);
    }

    public StorePlatform withGauge(DiskGauge newGauge) {
        return new StorePlatform(space, force, newGauge);
    }
}
