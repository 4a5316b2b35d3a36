package io.ferrymq.distribution.admin.topic;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.AdminCommand;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.NameserverKv;
import io.ferrymq.distribution.admin.Output;
import java.util.Map;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "updateOrderConf",
        description = "Create or update or delete order conf.",
        footer = {"", "Example: mqadmin updateOrderConf -n 127.0.0.1:9876 -t Orders -m put -v 'broker-a:8;broker-b:8'"})
public final class UpdateOrderConfCommand extends AdminCommand {
    @Option(
            names = {"-t", "--topic"},
            required = true,
            description = "The topic.")
    private String topic;

    @Option(
            names = {"-m", "--method"},
            required = true,
            description = "What to do: ${COMPLETION-CANDIDATES}.")
    private Method method;

    @Option(
            names = {"-v", "--orderConf"},
            description = "For put: queues to write to, e.g. 'broker-a:8;broker-b:8'.")
    private String orderConf;

    /** What to do with the order configuration. */
    enum Method {
        get,
        put,
        delete
    }

    @Override
    protected void run(Admin admin, Output out) throws CommandFailed, InterruptedException {
        String name = topic.trim();
        NameserverKv kv = new NameserverKv(admin, NameserverKv.ORDER_TOPIC_CONFIG);
        switch (method) {
            case get ->
                out.format("get orderConf success. topic=[%s], orderConf=[%s] ", name, only(name, kv.get(name)));
            case put -> {
                OrderConf conf = new OrderConf(admin);
                conf.put(name, checked(orderConf));
                out.format("update orderConf success. topic=[%s], orderConf=[%s]", name, orderConf.trim());
                conf.tellWhereHidden(out);
            }
            case delete -> {
                kv.delete(name);
                out.format("delete orderConf success. topic=[%s]", name);
            }
        }
    }

    private static String only(String name, Map<String, String> values) throws CommandFailed {
        if (values.isEmpty()) {
            throw new CommandFailed("topic '" + name + "' has no order configuration");
        }
        TreeSet<String> different = new TreeSet<>(values.values());
        if (different.size() > 1) {
            throw new CommandFailed("nameservers differ on topic '" + name + "': " + values + "; 'put' makes them one");
        }
        return different.first();
    }

    private static String checked(String text) throws CommandFailed {
        if (text == null || !text.trim().matches("[^:;\\s]+:\\d+(;[^:;\\s]+:\\d+)*;?")) {
            throw new CommandFailed("put needs -v like 'broker-a:8;broker-b:8', found "
                    + (text == null ? "nothing" : "'" + text + "'"));
        }
        return text.trim();
    }
}
