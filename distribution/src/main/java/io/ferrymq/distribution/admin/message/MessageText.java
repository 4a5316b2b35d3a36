package io.ferrymq.distribution.admin.message;

import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.HumanTime;
import io.ferrymq.distribution.admin.Output;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;

/** A message in lines for people. */
final class MessageText {
    private static final String ROW = "%-20s %s";

    private MessageText() {}

    static Charset charset(String name) throws CommandFailed {
        try {
            return Charset.forName(name.trim());
        } catch (IllegalArgumentException e) {
            throw new CommandFailed("there is no character set '" + name + "'; try UTF-8", e);
        }
    }

    static void print(MessageView message, boolean withBody, Charset charset, Output out) {
        out.format(ROW, "OffsetID:", message.offsetMsgId());
        out.format(ROW, "Topic:", message.topic());
        out.format(ROW, "Tags:", "[" + message.tags() + "]");
        out.format(ROW, "Keys:", "[" + message.keys() + "]");
        out.format(ROW, "Queue ID:", message.queueId());
        out.format(ROW, "Queue Offset:", message.queueOffset());
        out.format(ROW, "CommitLog Offset:", message.commitLogOffset());
        out.format(ROW, "Reconsume Times:", message.reconsumeTimes());
        out.format(ROW, "Born Timestamp:", HumanTime.millis(message.bornTimestamp()));
        out.format(ROW, "Store Timestamp:", HumanTime.millis(message.storeTimestamp()));
        out.format(ROW, "Born Host:", message.bornHost());
        out.format(ROW, "Store Host:", message.storeHost());
        out.format(ROW, "System Flag:", message.sysFlag());
        out.format(ROW, "Properties:", message.properties());
        out.format(ROW, "Message Body Path:", bodyFile(message, charset));
        if (withBody) {
            out.format(ROW, "Message Body:", message.bodyText());
        }
    }

    static void print(List<MessageTracks.MessageTrack> tracks, Output out) {
        out.line("");
        if (tracks.isEmpty()) {
            out.line("WARN: No Consumer");
        }
        tracks.forEach(track -> out.line(track.toString()));
        out.line("");
    }

    /** One line for lists. */
    static String line(MessageView message) {
        return "MSGID: " + message.msgId() + " MessageExt [brokerName=" + message.brokerName() + ", queueId="
                + message.queueId() + ", queueOffset=" + message.queueOffset() + ", topic=" + message.topic()
                + ", bornTimestamp=" + message.bornTimestamp() + ", bornHost=" + message.bornHost()
                + ", storeTimestamp=" + message.storeTimestamp() + ", storeHost=" + message.storeHost()
                + ", commitLogOffset=" + message.commitLogOffset() + ", reconsumeTimes=" + message.reconsumeTimes()
                + ", sysFlag=" + message.sysFlag() + ", properties=" + message.properties() + "]";
    }

    // Readable by whoever runs the command only: bodies may be confidential.
    private static Path bodyFile(MessageView message, Charset charset) {
        byte[] body = message.body() != null
                ? message.body().getBytes(charset)
                : Base64.getDecoder().decode(message.bodyBase64());
        try {
            return Files.write(Files.createTempFile("body-" + message.offsetMsgId() + "-", ".bin"), body);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the body to a file", e);
        }
    }
}
