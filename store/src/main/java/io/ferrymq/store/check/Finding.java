package io.ferrymq.store.check;

import java.nio.file.Path;

/**
 * One thing that a check has found.
 *
 * @param severity whether it is wrong, and who can mend it
 * @param file where it is
 * @param position byte in that file, -1 when the file as a whole is meant
 * @param subject topic, queue and offset or the like; empty when the file says it all
 * @param problem one sentence, with what was found and what was expected
 */
public record Finding(Severity severity, Path file, long position, String subject, String problem) {
    /** What follows from a finding. */
    public enum Severity {
        /** Worth knowing; nothing is wrong. */
        NOTE,
        /** Derived from the log and wrong: {@link StoreRepair} rebuilds it. */
        REBUILDABLE,
        /** Bytes of the log, or facts that stand nowhere else, are damaged or missing. */
        DAMAGED
    }

    static Finding note(Path file, String problem) {
        return new Finding(Severity.NOTE, file, -1, "", problem);
    }

    static Finding rebuildable(Path file, String problem) {
        return new Finding(Severity.REBUILDABLE, file, -1, "", problem);
    }

    static Finding damaged(Path file, long position, String problem) {
        return new Finding(Severity.DAMAGED, file, position, "", problem);
    }

    public boolean isProblem() {
        return severity != Severity.NOTE;
    }

    @Override
    public String toString() {
        return file + (position < 0 ? "" : ", byte " + position) + ": " + (subject.isEmpty() ? "" : subject + ": ")
                + problem;
    }
}
