package io.ferrymq.distribution.admin.message;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Times;
import java.nio.charset.Charset;
import picocli.CommandLine.Option;

/** Which messages of a queue the printing commands print, and how their bodies are read. */
final class SelectionOptions {
    @Option(
            names = {"-c", "--charsetName"},
            description = "The character set of bodies. Default: ${DEFAULT-VALUE}",
            defaultValue = "UTF-8")
    private String charsetName;

    @Option(
            names = {"-s", "--subExpression"},
            description = "Only messages with these tags, e.g. 'TagA || TagB'. Default: ${DEFAULT-VALUE}",
            defaultValue = MessageReader.ALL)
    private String subExpression;

    @Option(
            names = {"-b", "--beginTimestamp"},
            description = "Stored at this time or later. " + Times.FORMS + ". Default: the oldest message")
    private String begin;

    Charset charset() throws CommandFailed {
        return MessageText.charset(charsetName);
    }

    MessageReader reader(Admin admin) throws CommandFailed, InterruptedException {
        return MessageReader.ofTools(admin, subExpression);
    }

    /** The first time, or null for the oldest message. */
    String begin() {
        return begin;
    }
}
