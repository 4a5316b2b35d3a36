package io.ferrymq.distribution.admin.message;

import io.ferrymq.common.message.MessageExt;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "queryMsgByUniqueKey",
        description = "Query Message by the producer's unique id.",
        footer = {
            "",
            "Example: mqadmin queryMsgByUniqueKey -n 127.0.0.1:9876 -t Orders -i 7F0000010ED818B4AAC23A6C5D2E0000"
        })
public final class QueryMsgByUniqueKeyCommand extends ReadingCommand<QueryMsgByUniqueKeyCommand.Result> {
    @Option(
            names = {"-i", "--msgId"},
            required = true,
            description = "The unique id.")
    private String id;

    @Option(
            names = {"-t", "--topic"},
            required = true,
            description = "The topic.")
    private String topic;

    @Option(
            names = {"-g", "--consumerGroup"},
            description = "With -d: the group of the consumer.")
    private String group;

    @Option(
            names = {"-d", "--clientId"},
            description = "With -g: have this consumer consume the message now.")
    private String clientId;

    @Option(
            names = {"-a", "--showAll"},
            description = "All messages with this id, not only the last one stored.")
    private boolean showAll;

    @Option(
            names = {"-c", "--cluster"},
            description = "Only the brokers of this cluster.")
    private String cluster;

    /** The messages with what has become of the last one, or what the consumer has answered. */
    public record Result(List<MessageView> messages, List<MessageTracks.MessageTrack> tracks, String consumed) {}

    @Override
    protected Result read(Admin admin) throws CommandFailed, InterruptedException {
        if ((group == null) != (clientId == null)) {
            throw new CommandFailed("-g and -d belong together: the group and the client that is to consume");
        }
        MessageFinder finder = new MessageFinder(admin, cluster);
        List<MessageExt> messages = finder.byUniqueId(topic.trim(), id.trim());
        if (messages.isEmpty()) {
            throw new CommandFailed("no message of topic '" + topic + "' has the unique id " + id
                    + "; 'mqadmin queryMsgById' takes the broker's ids");
        }
        MessageExt last = messages.get(messages.size() - 1);
        if (group != null) {
            String consumed =
                    DirectConsumption.push(admin, last, group, clientId).toString();
            return new Result(List.of(MessageView.of(last, StandardCharsets.UTF_8)), List.of(), consumed);
        }
        List<MessageView> views = new ArrayList<>();
        for (MessageExt message : showAll ? messages : List.of(last)) {
            views.add(MessageView.of(message, StandardCharsets.UTF_8));
        }
        return new Result(views, new MessageTracks(admin, finder).of(last), null);
    }

    @Override
    protected void print(Result result, Output out) {
        if (result.consumed() != null) {
            out.line(result.consumed());
            return;
        }
        for (MessageView message : result.messages()) {
            MessageText.print(message, false, StandardCharsets.UTF_8, out);
            out.line("");
        }
        MessageText.print(result.tracks(), out);
    }
}
