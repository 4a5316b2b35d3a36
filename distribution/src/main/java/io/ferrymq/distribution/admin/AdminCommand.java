package io.ferrymq.distribution.admin;

import io.ferrymq.common.net.HostAndPort;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** One command of mqadmin: its options, and what it does with a connected cluster. */
public abstract class AdminCommand implements Callable<Integer> {
    private static final String DEFAULT_ADDRESS = "127.0.0.1:9876";

    @Option(
            names = {"-n", "--namesrvAddr"},
            description =
                    "Nameservers, e.g. '192.0.2.1:9876;192.0.2.2:9876'. Default: the environment's NAMESRV_ADDR, else "
                            + DEFAULT_ADDRESS)
    private String namesrvAddr;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this help.")
    @SuppressWarnings("unused") // picocli acts on it
    private boolean help;

    @Spec
    private CommandSpec spec;

    @Override
    public final Integer call() throws Exception {
        try (Admin admin = Admin.connect(nameservers())) {
            run(admin, new Output(spec.commandLine().getOut()));
        }
        return 0;
    }

    /**
     * Does the command's work.
     *
     * @throws CommandFailed when it could not, with the reason
     * @throws Exception of a call; its text is printed as the reason
     */
    protected abstract void run(Admin admin, Output out) throws Exception;

    private List<HostAndPort> nameservers() throws CommandFailed {
        String text = namesrvAddr != null
                ? namesrvAddr
                : System.getProperty(
                        "rocketmq.namesrv.addr", System.getenv().getOrDefault("NAMESRV_ADDR", DEFAULT_ADDRESS));
        List<HostAndPort> addresses = HostAndPort.parseList(text);
        if (addresses.isEmpty()) {
            throw new CommandFailed("no nameserver given: use -n host:port or set NAMESRV_ADDR");
        }
        return addresses;
    }
}
