package io.ferrymq.distribution.chaos;

import io.ferrymq.common.TopicFilterType;
import io.ferrymq.common.constant.PermName;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.distribution.crash.BrokerProcess;
import io.ferrymq.distribution.crash.NameServerProcess;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.IoThreads;
import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.RemotingSettings;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.CreateTopicRequestHeader;
import java.util.Optional;

/** A nameserver and the broker {@link LocalCluster#BROKER}, as a run sees them. */
interface Servers extends AutoCloseable {
    String nameServerAddress();

    void createTopic(String topic, int queues);

    /** Asks the broker; nothing comes back while it is down. */
    Optional<Reply> ask(Request<?> request);

    @Override
    void close();

    /** Those of this process, which go on without the run. */
    static Servers of(LocalCluster cluster) {
        return new Servers() {
            @Override
            public String nameServerAddress() {
                return cluster.nameServerAddress();
            }

            @Override
            public void createTopic(String topic, int queues) {
                cluster.createTopic(topic, queues);
            }

            @Override
            public Optional<Reply> ask(Request<?> request) {
                return Optional.of(cluster.call(LocalCluster.BROKER, request));
            }

            @Override
            public void close() {
                // Its owner closes it.
            }
        };
    }

    /** Processes, which go on without the run. */
    static Servers of(NameServerProcess nameServer, BrokerProcess broker) {
        IoThreads threads = new IoThreads("chaos-admin", 1);
        RemotingClient admin = new RemotingClient(threads, RemotingSettings.defaults(), HandlerTable.empty());
        return new Servers() {
            private static final long CALL_MAX_MS = 10_000;

            @Override
            public String nameServerAddress() {
                return nameServer.address();
            }

            @Override
            public void createTopic(String topic, int queues) {
                CreateTopicRequestHeader header = new CreateTopicRequestHeader(
                        topic,
                        "TBW102",
                        queues,
                        queues,
                        PermName.PERM_READ | PermName.PERM_WRITE,
                        TopicFilterType.SINGLE_TAG,
                        0,
                        false,
                        null,
                        null);
                if (ask(Request.of(RequestCode.UPDATE_AND_CREATE_TOPIC, header))
                        .filter(Reply::isSuccess)
                        .isEmpty()) {
                    throw new IllegalStateException("topic " + topic + " could not be created");
                }
            }

            @Override
            public Optional<Reply> ask(Request<?> request) {
                try {
                    return Optional.of(admin.call(broker.address(), request, CALL_MAX_MS));
                } catch (Exception e) {
                    // It is down, or went while it was asked.
                    return Optional.empty();
                }
            }

            @Override
            public void close() {
                admin.close();
                threads.close();
            }
        };
    }
}
