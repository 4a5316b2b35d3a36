package io.ferrymq.store.check;

import io.ferrymq.store.index.IndexLayout;

/** Checks an index file against itself: header, slots, and the chains that slots lead to. */
final class IndexStructure {
    private final IndexFileView file;
    private final Findings findings;

    IndexStructure(IndexFileView file, Findings findings) {
        this.file = file;
        this.findings = findings;
    }

    void check() {
        if (Math.max(1, file.statedNext()) != file.next()) {
            wrong(
                    IndexLayout.NEXT_ENTRY,
                    "says that entry " + file.statedNext() + " is the next, has room for "
                            + file.geometry().entries());
        }
        int[] table = new int[file.geometry().slots()];
        int used = chain(table);
        checkSlots(table);
        if (file.usedSlots() != used) {
            wrong(
                    IndexLayout.USED_SLOTS,
                    "says that " + file.usedSlots() + " slots are in use, of its entries are " + used);
        }
        if (file.next() > 1) {
            checkBounds();
        }
    }

    /** Follows the entries in the order in which they were put; returns how many slots they use. */
    private int chain(int[] table) {
        int used = 0;
        for (int number = 1; number < file.next(); number++) {
            int hash = file.hash(number);
            if (hash < 0) {
                entry(number, "has the hash " + hash + ", which is negative");
                continue;
            }
            int slot = hash % table.length;
            int previous = file.previous(number);
            if (previous != table[slot]) {
                entry(number, "says that entry " + previous + " is the one before in its slot, that is " + table[slot]);
            }
            used += table[slot] == 0 ? 1 : 0;
            table[slot] = number;
        }
        return used;
    }

    private void checkSlots(int[] table) {
        int wrong = 0;
        int first = -1;
        for (int slot = 0; slot < table.length; slot++) {
            int found = file.slot(slot);
            // What lies behind the last entry counts as empty for whoever reads.
            boolean isEmpty = found <= 0 || found >= file.next();
            if ((isEmpty ? 0 : found) != table[slot]) {
                first = wrong++ == 0 ? slot : first;
            }
        }
        if (wrong > 0) {
            wrong(
                    IndexLayout.slotAt(first),
                    "slot " + first + " leads to entry " + file.slot(first) + ", the newest of this slot is "
                            + table[first] + (wrong == 1 ? "" : " (the first of " + wrong + ")"));
        }
    }

    private void checkBounds() {
        compare(IndexLayout.BEGIN_PHYSICAL_OFFSET, "begins at address", file.address(1));
        compare(IndexLayout.END_PHYSICAL_OFFSET, "ends at address", file.address(file.next() - 1));
    }

    private void compare(int field, String what, long expected) {
        long found = file.header(field);
        if (found != expected) {
            wrong(field, "says that it " + what + " " + found + ", its entries say " + expected);
        }
    }

    private void entry(int number, String problem) {
        wrong(file.position(number), "entry " + number + " " + problem);
    }

    private void wrong(long position, String problem) {
        findings.add(new Finding(Finding.Severity.REBUILDABLE, file.path(), position, "", problem));
    }
}
