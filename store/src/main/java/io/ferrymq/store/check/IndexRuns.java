package io.ferrymq.store.check;

import io.ferrymq.store.check.Finding.Severity;
import java.nio.file.Path;
import java.time.Instant;

/** Reports what is wrong between index and log; neighbours with the same trouble become one finding. */
final class IndexRuns {
    private final Path dir;
    private final DamagedRanges damages;
    private final Findings findings;
    private long dead;

    // Records in a row that lack keys.
    private long missingFrom = -1;
    private long missingTo;
    private long missingKeys;

    // Entries in a row that lead nowhere.
    private IndexFileView strayIn;
    private int strayFrom;
    private int strayTo;
    private long strayAddress;

    IndexRuns(Path dir, DamagedRanges damages, Findings findings) {
        this.dir = dir;
        this.damages = damages;
        this.findings = findings;
    }

    void missing(long address, int keys) {
        if (missingFrom < 0) {
            missingFrom = address;
        }
        missingTo = address;
        missingKeys += keys;
    }

    /** A record had all its keys: the run of those that lack some is over. */
    void complete() {
        if (missingFrom >= 0) {
            endMissing();
        }
    }

    private void endMissing() {
        String where = missingFrom == missingTo
                ? "the message at address " + missingFrom
                : "messages from address " + missingFrom + " to " + missingTo;
        findings.add(Finding.rebuildable(dir, "lacks " + missingKeys + " keys of " + where));
        missingFrom = -1;
        missingKeys = 0;
    }

    /** An entry without its record: of a damaged one, or a wrong one. */
    void stray(IndexFileView file, int number, long address) {
        if (damages.contains(address)) {
            dead++;
            return;
        }
        if (strayIn == file && number == strayTo + 1) {
            strayTo = number;
            return;
        }
        endStray();
        strayIn = file;
        strayFrom = number;
        strayTo = number;
        strayAddress = address;
    }

    private void endStray() {
        if (strayIn == null) {
            return;
        }
        String entries = strayFrom == strayTo ? "entry " + strayFrom : "entries " + strayFrom + " to " + strayTo;
        rebuildable(
                strayIn,
                strayIn.position(strayFrom),
                entries + ": no message with this key at address " + strayAddress
                        + (strayFrom == strayTo ? "" : " (the first of " + (strayTo - strayFrom + 1) + ")"));
        strayIn = null;
    }

    void wrongSeconds(IndexFileView file, int number, int expected) {
        rebuildable(
                file,
                file.position(number),
                "entry " + number + " has the time " + file.seconds(number) + " s behind the file's first message, "
                        + expected + " s expected");
    }

    void wrongTime(IndexFileView file, int field, String what, long foundMs, long expectedMs) {
        rebuildable(
                file,
                field,
                "says that it " + what + " " + Instant.ofEpochMilli(foundMs) + ", its message was stored at "
                        + Instant.ofEpochMilli(expectedMs));
    }

    private void rebuildable(IndexFileView file, long position, String problem) {
        findings.add(new Finding(Severity.REBUILDABLE, file.path(), position, "", problem));
    }

    void end() {
        complete();
        endStray();
        if (dead > 0) {
            findings.add(Finding.note(dir, dead + " entries lead to damaged bytes of the log"));
        }
    }
}
