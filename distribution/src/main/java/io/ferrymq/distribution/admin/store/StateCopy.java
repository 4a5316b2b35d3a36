package io.ferrymq.distribution.admin.store;

import io.ferrymq.common.io.StateFile;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.store.check.CheckListener;
import io.ferrymq.store.check.Finding;
import io.ferrymq.store.check.Finding.Severity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * One JSON file and its backup, read without changing either.
 *
 * @param value the content of the file, else of its backup; null when neither can be used
 * @param problem what is wrong with the file itself; null when nothing is
 * @param isMissing whether the file is not there
 * @param fromBackup whether the value is that of the backup
 */
record StateCopy<T>(Path file, T value, String problem, boolean isMissing, boolean fromBackup) {
    static <T> StateCopy<T> read(Path file, Class<T> type) {
        if (!Files.exists(file) && !Files.exists(backup(file))) {
            return new StateCopy<>(file, null, null, true, false);
        }
        String problem;
        try {
            return new StateCopy<>(file, parse(file, type), null, false, false);
        } catch (IOException | RuntimeException e) {
            problem = Files.exists(file) ? reason(e) : "is missing";
        }
        try {
            return new StateCopy<>(file, parse(backup(file), type), problem, false, true);
        } catch (IOException | RuntimeException e) {
            return new StateCopy<>(file, null, problem, false, false);
        }
    }

    private static String reason(Exception e) {
        return "cannot be used: "
                + String.valueOf(e.getMessage()).lines().findFirst().orElse(e.toString());
    }

    private static Path backup(Path file) {
        return file.resolveSibling(file.getFileName() + ".bak");
    }

    private static <T> T parse(Path file, Class<T> type) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        T value = bytes.length == 0 ? null : Json.decode(bytes, type);
        if (value == null) {
            throw new IllegalArgumentException("it is empty");
        }
        return value;
    }

    /**
     * @param ifMissing how grave it is when there is neither file nor backup; null when that is usual
     * @param loss what follows when there is no good copy
     */
    void report(CheckListener findings, Severity ifMissing, String loss) {
        if (problem != null && fromBackup) {
            found(findings, Severity.REBUILDABLE, problem + "; its backup is good");
        } else if (problem != null) {
            found(findings, Severity.DAMAGED, problem + ", and there is no good backup: " + loss);
        } else if (isMissing && ifMissing != null) {
            found(findings, ifMissing, "is missing, and there is no backup: " + loss);
        }
    }

    private void found(CheckListener findings, Severity severity, String text) {
        findings.found(new Finding(severity, file, -1, "", text));
    }

    /** Puts the backup's text in the file's place when it is the good one. */
    void restore(Consumer<String> steps) {
        if (!fromBackup) {
            return;
        }
        steps.accept("restoring " + file + " from its backup");
        try {
            String text = Files.readString(backup(file));
            Files.deleteIfExists(file);
            new StateFile(file).write(text);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be restored", e);
        }
    }
}
