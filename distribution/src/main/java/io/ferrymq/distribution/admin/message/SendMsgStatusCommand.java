package io.ferrymq.distribution.admin.message;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "sendMsgStatus",
        description = "Send messages to a broker, to the topic that has its name.",
        footer = {"", "Example: mqadmin sendMsgStatus -n 127.0.0.1:9876 -b broker-a -c 5"})
public final class SendMsgStatusCommand extends ReadingCommand<SendTimes> {
    @Option(
            names = {"-b", "--brokerName"},
            required = true,
            description = "The broker's name.")
    private String brokerName;

    @Option(
            names = {"-s", "--messageSize"},
            description = "How many bytes each message has. Default: ${DEFAULT-VALUE}",
            defaultValue = "128")
    private int messageSize;

    @Option(
            names = {"-c", "--count"},
            description = "How many messages. Default: ${DEFAULT-VALUE}",
            defaultValue = "50")
    private int count;

    @Override
    protected SendTimes read(Admin admin) throws CommandFailed, InterruptedException {
        return SendTimes.measure(admin, brokerName.trim(), brokerName, count, messageSize);
    }

    @Override
    protected void print(SendTimes times, Output out) {
        times.sends()
                .forEach(send -> out.format(
                        "rt=%dms, broker=%s, queue=%d, SendResult=%s",
                        Math.round(send.ms()), send.brokerName(), send.queueId(), send.result()));
        out.format(
                "%d of %d stored, average %.2f ms",
                times.sends().size() - times.failed(), times.sends().size(), times.averageMs());
    }
}
