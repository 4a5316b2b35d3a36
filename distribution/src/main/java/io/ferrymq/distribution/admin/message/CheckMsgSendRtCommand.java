package io.ferrymq.distribution.admin.message;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "checkMsgSendRT",
        description = "Check message send response time.",
        footer = {"", "Example: mqadmin checkMsgSendRT -n 127.0.0.1:9876 -t Orders -a 20 -s 1024"})
public final class CheckMsgSendRtCommand extends ReadingCommand<SendTimes> {
    private static final String ROW = "%-32s  %-4s  %-20s  %s";

    @Option(
            names = {"-t", "--topic"},
            required = true,
            description = "The topic. The messages stay in it.")
    private String topic;

    @Option(
            names = {"-a", "--amount"},
            description = "How many messages. Default: ${DEFAULT-VALUE}",
            defaultValue = "100")
    private int amount;

    @Option(
            names = {"-s", "--size"},
            description = "How many bytes each has. Default: ${DEFAULT-VALUE}",
            defaultValue = "128")
    private int size;

    @Override
    protected SendTimes read(Admin admin) throws CommandFailed, InterruptedException {
        return SendTimes.measure(admin, topic.trim(), null, amount, size);
    }

    @Override
    protected void print(SendTimes times, Output out) {
        out.format(ROW, "#Broker Name", "#QID", "#Send Result", "#RT");
        for (SendTimes.SendTime send : times.sends()) {
            out.format(ROW, send.brokerName(), send.queueId(), send.stored(), Math.round(send.ms()));
        }
        out.format("Avg RT: %.2f", times.averageMs());
    }
}
