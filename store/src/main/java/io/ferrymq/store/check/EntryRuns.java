package io.ferrymq.store.check;

import io.ferrymq.store.check.Finding.Severity;

/** Reports what is wrong with entries of one queue; neighbours with the same trouble become one finding. */
final class EntryRuns {
    private enum Kind {
        MISSING(Severity.REBUILDABLE),
        WRONG(Severity.REBUILDABLE),
        STRAY(Severity.REBUILDABLE),
        DEAD(Severity.NOTE),
        HOLE(Severity.REBUILDABLE),
        LOST(Severity.DAMAGED),
        TAKEN(Severity.DAMAGED);

        private final Severity severity;

        Kind(Severity severity) {
            this.severity = severity;
        }
    }

    private final String queue;
    private final QueueFileSet files;
    private final DamagedRanges damages;
    private final Findings findings;
    private Kind kind;
    private long from;
    private long to;
    private String first;

    EntryRuns(String queue, QueueFileSet files, DamagedRanges damages, Findings findings) {
        this.queue = queue;
        this.files = files;
        this.damages = damages;
        this.findings = findings;
    }

    void missing(long queueOffset, long address) {
        note(Kind.MISSING, queueOffset, "no entry; the message is at address " + address);
    }

    void wrong(long queueOffset, String text) {
        note(Kind.WRONG, queueOffset, "the entry " + text);
    }

    /** An entry without its record: of a damaged one, or a wrong one. */
    void stray(long queueOffset, long address) {
        if (damages.contains(address)) {
            note(Kind.DEAD, queueOffset, "the entry leads to the damaged bytes at address " + address);
            return;
        }
        note(Kind.STRAY, queueOffset, "the entry leads to address " + address + ", where no such message is");
    }

    void hole(long queueOffset) {
        note(Kind.HOLE, queueOffset, "nothing where an entry or a filler is due");
    }

    void lost(long queueOffset) {
        note(Kind.LOST, queueOffset, "no message in the log");
    }

    void taken(long queueOffset, long address) {
        note(
                Kind.TAKEN,
                queueOffset,
                "the record at address " + address + " claims this offset, which an earlier one has");
    }

    private void note(Kind newKind, long queueOffset, String text) {
        if (kind == newKind && queueOffset == to + 1) {
            to = queueOffset;
            return;
        }
        end();
        kind = newKind;
        from = queueOffset;
        to = queueOffset;
        first = text;
    }

    /** Reports the last run. */
    void end() {
        if (kind == null) {
            return;
        }
        String offsets = from == to ? "offset " + from : "offsets " + from + " to " + to;
        findings.add(new Finding(
                kind.severity,
                files.fileOf(from),
                files.positionOf(from),
                queue + " " + offsets,
                from == to ? first : first + " (the first of " + (to - from + 1) + ")"));
        kind = null;
    }
}
