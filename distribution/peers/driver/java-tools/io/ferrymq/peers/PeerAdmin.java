package io.ferrymq.peers;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.apache.rocketmq.tools.command.MQAdminStartup;

/** The published mqadmin: runs one command line and returns what it printed. */
public final class PeerAdmin implements Function<List<String>, String> {
    @Override
    public String apply(List<String> args) {
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(printed, true, "UTF-8"));
            MQAdminStartup.main0(args.toArray(new String[0]), null);
        } catch (java.io.UnsupportedEncodingException e) {
            throw new IllegalStateException(e);
        } finally {
            System.setOut(out);
        }
        return new String(printed.toByteArray(), StandardCharsets.UTF_8);
    }
}
