package io.ferrymq.distribution.admin.message;

import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageAccessor;
import io.ferrymq.common.message.MessageConst;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "queryMsgById",
        description = "Query Message by Id.",
        footer = {
            "",
            "Takes the broker's id, and the producer's too.",
            "",
            "Example: mqadmin queryMsgById -n 127.0.0.1:9876 -t Orders -i C0A8010700002A9F0000000000000000"
        })
public final class QueryMsgByIdCommand extends ReadingCommand<List<QueryMsgByIdCommand.Found>> {
    private static final String RESEND_GROUP = "ReSendMsgById";

    @Option(
            names = {"-t", "--topic"},
            required = true,
            description = "The topic.")
    private String topic;

    @Option(
            names = {"-i", "--msgId"},
            required = true,
            description = "The ids, separated by commas.")
    private String ids;

    @Option(
            names = {"-g", "--consumerGroup"},
            description = "With -d: the group of the consumer.")
    private String group;

    @Option(
            names = {"-d", "--clientId"},
            description = "With -g: have this consumer consume the messages now.")
    private String clientId;

    @Option(
            names = {"-s", "--sendMessage"},
            arity = "1",
            description = "Whether to send the messages again (true or false). Default: false")
    private boolean resend;

    @Option(
            names = {"-u", "--unitName"},
            description = "Accepted for scripts; messages are found without it.")
    @SuppressWarnings("unused")
    private String unitName;

    @Option(
            names = {"-f", "--bodyFormat"},
            description = "The character set of bodies. Default: ${DEFAULT-VALUE}",
            defaultValue = "UTF-8")
    private String bodyFormat;

    @Option(
            names = {"-c", "--cluster"},
            description = "Only the brokers of this cluster.")
    private String cluster;

    /**
     * A message and what has become of it, or has been done with it.
     *
     * @param note how it was found, when that was not by the id as it was meant; or null
     */
    public record Found(MessageView message, String note, List<MessageTracks.MessageTrack> tracks, List<String> done) {}

    @Override
    protected List<Found> read(Admin admin) throws CommandFailed, InterruptedException {
        Charset charset = MessageText.charset(bodyFormat);
        if ((group == null) != (clientId == null)) {
            throw new CommandFailed("-g and -d belong together: the group and the client that is to consume");
        }
        MessageFinder finder = new MessageFinder(admin, cluster);
        List<Found> all = new ArrayList<>();
        for (String id : ids.split(",")) {
            all.addAll(find(admin, finder, id.trim(), charset));
        }
        return all;
    }

    private List<Found> find(Admin admin, MessageFinder finder, String id, Charset charset)
            throws CommandFailed, InterruptedException {
        Optional<MessageExt> byOffset = finder.byOffsetId(id);
        List<MessageExt> messages =
                byOffset.isPresent() ? List.of(byOffset.get()) : finder.byUniqueId(topic.trim(), id);
        if (messages.isEmpty()) {
            throw new CommandFailed("there is no message with id " + id
                    + ": no broker has stored it under this id, and no message of topic '" + topic
                    + "' has it as unique id");
        }
        String note = byOffset.isPresent() ? null : id + " is the producer's id: found by queryMsgByUniqueKey's way";
        List<Found> found = new ArrayList<>();
        for (MessageExt message : messages) {
            List<String> done = done(admin, message);
            boolean onlyLook = done.isEmpty();
            found.add(new Found(
                    MessageView.of(message, charset),
                    note,
                    onlyLook ? new MessageTracks(admin, finder).of(message) : List.of(),
                    done));
        }
        return found;
    }

    private List<String> done(Admin admin, MessageExt message) throws CommandFailed, InterruptedException {
        List<String> done = new ArrayList<>();
        if (group != null) {
            done.add(DirectConsumption.push(admin, message, group, clientId).toString());
        }
        if (resend) {
            done.add(resend(admin, message).toString());
        }
        return done;
    }

    private static MessageSender.Sent resend(Admin admin, MessageExt message)
            throws CommandFailed, InterruptedException {
        Message copy = new Message(message.getTopic(), message.getBody());
        copy.setFlag(message.getFlag());
        message.getProperties().forEach((name, value) -> MessageAccessor.putProperty(copy, name, value));
        // It is a message of its own: with the same id, a consumer that remembers ids would pass it over.
        MessageAccessor.clearProperty(copy, MessageConst.PROPERTY_UNIQ_CLIENT_MESSAGE_ID_KEYIDX);
        MessageSender sender = new MessageSender(admin, RESEND_GROUP);
        return sender.send(
                copy, sender.queues(message.getTopic(), message.getBrokerName()).get(0));
    }

    @Override
    protected void print(List<Found> all, Output out) {
        for (Found found : all) {
            if (found.note() != null) {
                out.line(found.note());
            }
            if (found.done().isEmpty()) {
                MessageText.print(found.message(), true, charset(), out);
                MessageText.print(found.tracks(), out);
            } else {
                found.done().forEach(out::line);
            }
        }
    }

    private Charset charset() {
        return bodyFormat == null ? StandardCharsets.UTF_8 : Charset.forName(bodyFormat.trim());
    }
}
