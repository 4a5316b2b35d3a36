package io.ferrymq.distribution.admin;

import picocli.CommandLine.Option;

/**
 * A command that only asks. It prints one result, as text for people or as JSON for programs.
 *
 * @param <R> the result, made of records, maps and lists
 */
public abstract class ReadingCommand<R> extends AdminCommand {
    /** How a result is printed. */
    enum Format {
        text,
        json
    }

    @Option(
            names = "--output",
            description = "How to print: ${COMPLETION-CANDIDATES}. Default: text",
            defaultValue = "text")
    private Format format;

    @Override
    protected final void run(Admin admin, Output out) throws Exception {
        R result = read(admin);
        if (format == Format.json) {
            out.json(result);
        } else {
            print(result, out);
        }
    }

    protected abstract R read(Admin admin) throws Exception;

    protected abstract void print(R result, Output out);
}
