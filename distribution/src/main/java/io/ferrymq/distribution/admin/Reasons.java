package io.ferrymq.distribution.admin;

/** The one line that a failure is told in. */
public final class Reasons {
    private Reasons() {}

    public static String of(Throwable failure) {
        String text = failure.getMessage();
        boolean told = failure instanceof CommandFailed
                || failure.getClass().getPackageName().startsWith("io.ferrymq")
                || failure instanceof IllegalArgumentException;
        String line = told && text != null ? text : failure.toString();
        return line.lines().findFirst().orElse(failure.getClass().getSimpleName());
    }
}
