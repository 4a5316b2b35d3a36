package io.ferrymq.distribution.launch;

import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * Starts a program if this Java can run it. Compiled for Java 8, so that an older Java gets to say which one is needed instead of
 * failing on a class file; knows nothing of the other classes but their names.
 */
public final class Launcher {
    private static final int NEEDED = 17;
    private static final int EXIT_UNSUPPORTED = 2;

    private Launcher() {}

    /** @param args the main class, then its own arguments */
    public static void main(String[] args) throws Throwable {
        String complaint = complaint(System.getProperty("java.specification.version"), System.getProperty("java.home"));
        if (complaint != null) {
            System.err.println(complaint);
            System.exit(EXIT_UNSUPPORTED);
        }
        try {
            Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object)
                    Arrays.copyOfRange(args, 1, args.length));
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Why this Java cannot run FerryMQ, null when it can. */
    static String complaint(String version, String home) {
        if (!version.startsWith("1.") && Integer.parseInt(version) >= NEEDED) {
            return null;
        }
        return "FerryMQ needs Java " + NEEDED + " or newer; this is Java " + version + " at " + home
                + ". Set JAVA_HOME to a newer one.";
    }
}
