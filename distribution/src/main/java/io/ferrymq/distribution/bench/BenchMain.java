package io.ferrymq.distribution.bench;

import io.ferrymq.distribution.logging.LogFiles;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** The program {@code mqbench}. */
public final class BenchMain {
    private BenchMain() {}

    public static void main(String[] args) {
        LogFiles.warningsOnStderr();
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int status = Mqbench.run(out, err, args);
        out.flush();
        err.flush();
        System.exit(status);
    }
}
