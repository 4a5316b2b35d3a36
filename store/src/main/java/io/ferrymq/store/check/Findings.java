package io.ferrymq.store.check;

/** Counts findings on their way to the listener. */
final class Findings {
    private final CheckListener listener;
    private long problems;
    private long notes;

    Findings(CheckListener listener) {
        this.listener = listener;
    }

    void add(Finding finding) {
        if (finding.isProblem()) {
            problems++;
        } else {
            notes++;
        }
        listener.found(finding);
    }

    long problems() {
        return problems;
    }

    long notes() {
        return notes;
    }
}
