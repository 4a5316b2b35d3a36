package io.ferrymq.distribution.admin.message;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import io.ferrymq.distribution.admin.TopicQueue;
import java.nio.charset.Charset;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "queryMsgByOffset",
        description = "Query Message by offset.",
        footer = {"", "Example: mqadmin queryMsgByOffset -n 127.0.0.1:9876 -t Orders -b broker-a -i 0 -o 17"})
public final class QueryMsgByOffsetCommand extends ReadingCommand<QueryMsgByOffsetCommand.Result> {
    @Option(
            names = {"-t", "--topic"},
            required = true,
            description = "The topic.")
    private String topic;

    @Option(
            names = {"-b", "--brokerName"},
            required = true,
            description = "The broker's name.")
    private String brokerName;

    @Option(
            names = {"-i", "--queueId"},
            required = true,
            description = "The queue.")
    private int queueId;

    @Option(
            names = {"-o", "--offset"},
            required = true,
            description = "The offset in the queue.")
    private long offset;

    @Option(
            names = {"-f", "--bodyFormat"},
            description = "The character set of the body. Default: ${DEFAULT-VALUE}",
            defaultValue = "UTF-8")
    private String bodyFormat;

    /** A message and what has become of it. */
    public record Result(MessageView message, List<MessageTracks.MessageTrack> tracks) {}

    @Override
    protected Result read(Admin admin) throws CommandFailed, InterruptedException {
        Charset charset = MessageText.charset(bodyFormat);
        TopicQueue queue = TopicQueue.at(admin, topic.trim(), brokerName.trim(), queueId);
        MessageReader.Batch batch =
                MessageReader.ofTools(admin, MessageReader.ALL).pull(queue, offset, 1);
        if (batch.messages().isEmpty() || batch.messages().get(0).getQueueOffset() != offset) {
            throw new CommandFailed("there is no message at offset " + offset + " of queue " + queue.place()
                    + ", which has " + batch.minOffset() + " to " + (batch.maxOffset() - 1));
        }
        MessageTracks tracks = new MessageTracks(admin, new MessageFinder(admin, null));
        return new Result(
                MessageView.of(batch.messages().get(0), charset),
                tracks.of(batch.messages().get(0)));
    }

    @Override
    protected void print(Result result, Output out) {
        MessageText.print(result.message(), true, Charset.forName(bodyFormat.trim()), out);
        MessageText.print(result.tracks(), out);
    }
}
