package io.ferrymq.distribution.admin.message;

import io.ferrymq.common.message.MessageExt;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.AdminCommand;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.Times;
import io.ferrymq.distribution.admin.TopicQueue;
import io.ferrymq.remoting.protocol.Json;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Option;

/**
 * A command that prints messages as it reads them: there may be more than fit into memory. As JSON it prints one document a line and
 * nothing else.
 */
abstract class MessageListingCommand extends AdminCommand {
    /** How messages are printed. */
    enum Format {
        text,
        json
    }

    @Option(
            names = "--output",
            description = "How to print: ${COMPLETION-CANDIDATES} (one message a line). Default: text",
            defaultValue = "text")
    private Format format;

    @Option(
            names = {"-t", "--topic"},
            required = true,
            description = "The topic.")
    private String topic;

    @Option(
            names = {"-e", "--endTimestamp"},
            description = "Stored at this time or before. Default: the newest message")
    private String end;

    /** The part of a queue that was asked for: from one offset up to but without another. */
    record Range(long from, long to) {
        boolean isEmpty() {
            return to <= from;
        }
    }

    /**
     * The part of a queue from a time to that of {@code -e}.
     *
     * @param begin null for its first message
     */
    final Range range(Admin admin, TopicQueue queue, String begin) throws CommandFailed, InterruptedException {
        long nowMs = System.currentTimeMillis();
        long max = queue.maxOffset(admin);
        long from = begin == null ? queue.minOffset(admin) : queue.offsetAt(admin, Times.parse(begin, nowMs));
        // What is stored in the last millisecond asked for belongs to it.
        long to = end == null ? max : Math.min(max, queue.offsetAt(admin, Times.parse(end, nowMs) + 1));
        return new Range(from, to);
    }

    final String topic() {
        return topic.trim();
    }

    /** A line for people; programs do not get it. */
    final void remark(Output out, String layout, Object... values) {
        if (format == Format.text) {
            out.format(layout, values);
        }
    }

    final void print(MessageExt message, boolean withBody, Charset charset, Output out) {
        MessageView view = MessageView.of(message, charset);
        if (format == Format.json) {
            MessageView shown = withBody ? view : view.withoutBody();
            out.line(new String(Json.encodeStrict(shown), StandardCharsets.UTF_8));
        } else {
            out.line(MessageText.line(view) + (withBody ? " BODY: " + view.bodyText() : ""));
        }
    }
}
