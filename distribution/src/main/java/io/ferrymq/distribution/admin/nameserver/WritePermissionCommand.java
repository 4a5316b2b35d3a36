package io.ferrymq.distribution.admin.nameserver;

import io.ferrymq.common.constant.PermName;
import io.ferrymq.common.topic.TopicValidator;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.AdminCommand;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Effects;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.route.QueueData;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import picocli.CommandLine.Option;

/**
 * Takes a broker out of the routes of producers, or back in, at every nameserver. Every broker has the self test topic, which can be read and
 * written: its route shows whether the nameserver did it.
 */
abstract class WritePermissionCommand extends AdminCommand {
    @Option(
            names = {"-b", "--brokerName"},
            required = true,
            description = "The broker, by its name.")
    private String brokerOption;

    private final String verb;
    private final boolean writable;

    /** @param verb "wipe" or "add" */
    WritePermissionCommand(String verb, boolean writable) {
        this.verb = verb;
        this.writable = writable;
    }

    abstract Request<?> request(String brokerName);

    /** How many topics a nameserver says it has changed. */
    abstract int topics(Reply reply);

    @Override
    protected void run(Admin admin, Output out) throws CommandFailed, InterruptedException {
        String brokerName = brokerOption.trim();
        TreeSet<String> known =
                new TreeSet<>(admin.clusterInfo().brokerAddrTable().keySet());
        if (!known.contains(brokerName)) {
            throw new CommandFailed("broker '" + brokerName + "' is unknown to the nameserver; there are: " + known);
        }
        List<String> failures = new ArrayList<>();
        for (String nameserver : admin.nameservers()) {
            try {
                int topics = topics(admin.call(nameserver, request(brokerName)));
                if (topics == 0) {
                    throw new CommandFailed(nameserver + " knows no topic of broker '" + brokerName + "'");
                }
                Effects.await(
                        nameserver + " to show the broker " + (writable ? "writable" : "without write permission"),
                        () -> isDone(admin, nameserver, brokerName));
                out.format(
                        "%s write perm of broker[%s] in name server[%s] OK, %d", verb, brokerName, nameserver, topics);
            } catch (CommandFailed e) {
                out.format("%s write perm of broker[%s] in name server[%s] Failed", verb, brokerName, nameserver);
                failures.add(e.getMessage());
            }
        }
        if (!failures.isEmpty()) {
            throw new CommandFailed(String.join("; ", failures));
        }
    }

    private boolean isDone(Admin admin, String nameserver, String brokerName)
            throws CommandFailed, InterruptedException {
        Optional<TopicRouteData> route = admin.findRouteAt(nameserver, TopicValidator.RMQ_SYS_SELF_TEST_TOPIC);
        return route.stream()
                .flatMap(data -> data.queueDatas().stream())
                .filter(queue -> queue.brokerName().equals(brokerName))
                .mapToInt(QueueData::perm)
                .allMatch(perm -> PermName.isWriteable(perm) == writable);
    }
}
