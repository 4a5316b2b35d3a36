package io.ferrymq.store.retention;

import io.ferrymq.store.DiskUse;
import io.ferrymq.store.config.RetentionPolicy;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Says when sends must be refused because the disk is nearly full: by percent and by free bytes, as a large disk has room enough at 91 %. Looked at often and by
 * itself: deleting files may take long.
 */
public final class DiskWatch {
    private final Supplier<RetentionPolicy> policies;
    private final DiskGauge gauge;
    private final Path dir;
    private final Consumer<String> overLimit;
    private boolean isOver;

    /**
     * @param policies the policy in force, asked at each look
     * @param overLimit told why sends are refused, or null when they no longer are
     */
    public DiskWatch(Supplier<RetentionPolicy> policies, DiskGauge gauge, Path dir, Consumer<String> overLimit) {
        this.policies = policies;
        this.gauge = gauge;
        this.dir = dir;
        this.overLimit = overLimit;
    }

    public void check() {
        RetentionPolicy policy = policies.get();
        DiskUse use = gauge.measure(dir);
        int used = use.usedPercent();
        int limit = isOver ? policy.cleanForciblyPercent() : policy.warningLevelPercent();
        isOver = used > limit && use.freeBytes() < policy.freeMinBytes();
        overLimit.accept(isOver ? describe(use, policy) : null);
    }

    private String describe(DiskUse use, RetentionPolicy policy) {
        return "disk of " + use.path() + " is " + use.usedPercent() + " % used, " + (use.freeBytes() >> 20)
                + " MiB free; sends are refused above " + policy.warningLevelPercent()
                + " % (diskSpaceWarningLevelRatio) while less than " + (policy.freeMinBytes() >> 20)
                + " MiB are free, and taken again at " + policy.cleanForciblyPercent() + " %; "
                + (policy.cleanForcibly()
                        ? "the oldest files are being deleted (cleanFileForciblyEnable)"
                        : "files are deleted only when they expire (cleanFileForciblyEnable = false)");
    }
}
