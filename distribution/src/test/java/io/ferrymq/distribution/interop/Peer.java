package io.ferrymq.distribution.interop;

import io.ferrymq.distribution.peer.PeerJars;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/** An application of a published client, in a class loader of its own, with the header form it was started with. */
public final class Peer implements AutoCloseable {
    private static final String FORM = "rocketmq.serialize.type";

    private final URLClassLoader loader;
    private final String form;

    private Peer(URLClassLoader loader, String form) {
        this.loader = loader;
        this.form = form;
    }

    /**
     * @param version 4.9.8 or 5.5.0
     * @param form JSON or ROCKETMQ
     */
    public static Peer client(String version, String form) {
        return new Peer(PeerJars.application(version), form);
    }

    /** Does one of the operations of {@code PeerClient}. */
    List<String> run(String operation, Object... args) {
        return runOf("io.ferrymq.peers.PeerClient", operation, args);
    }

    /** Makes or answers requests: one of the operations of {@code PeerReplies}. */
    List<String> replies(String operation, Object... args) {
        return runOf("io.ferrymq.peers.PeerReplies", operation, args);
    }

    @SuppressWarnings("unchecked")
    private List<String> runOf(String driver, String operation, Object... args) {
        List<String> texts = java.util.Arrays.stream(args).map(String::valueOf).toList();
        return with(() -> ((BiFunction<String, List<String>, List<String>>) instance(driver)).apply(operation, texts));
    }

    /**
     * A producer that sends each key it is given and tells the name of the broker that took it; null shuts it down.
     *
     * @param settings see {@code PeerProducer}
     */
    @SuppressWarnings("unchecked")
    public Function<String, String> producer(Map<String, String> settings) {
        return with(() -> ((Function<Map<String, String>, Function<String, String>>)
                        instance("io.ferrymq.peers.PeerProducer"))
                .apply(settings));
    }

    /**
     * A consumer that stays online: see {@code PeerConsumer}.
     *
     * @param kind push, orderly or litePull
     */
    @SuppressWarnings("unchecked")
    public Function<String, String> consumer(
            String kind, String nameServer, String topic, String group, String expression) {
        Map<String, String> settings = Map.of(
                "kind", kind, "nameServer", nameServer, "topic", topic, "group", group, "expression", expression);
        return with(() -> ((Function<Map<String, String>, Function<String, String>>)
                        instance("io.ferrymq.peers.PeerConsumer"))
                .apply(settings));
    }

    /** Reads queues that it names itself: see {@code PeerAssigned}. */
    @SuppressWarnings("unchecked")
    List<String> assigned(String kind, String nameServer, String topic, String group, int count) {
        Map<String, String> settings =
                Map.of("kind", kind, "nameServer", nameServer, "topic", topic, "group", group, "count", "" + count);
        return with(() -> ((Function<Map<String, String>, List<String>>) instance("io.ferrymq.peers.PeerAssigned"))
                .apply(settings));
    }

    /**
     * Starts a push consumer whose listener is given what each message is and takes it by answering true.
     *
     * @param settings see {@code PeerGroupMember}
     * @return shuts it down
     */
    @SuppressWarnings("unchecked")
    Runnable member(Map<String, String> settings, Function<Map<String, String>, Boolean> listener) {
        return with(() -> ((BiFunction<Map<String, String>, Function<Map<String, String>, Boolean>, Runnable>)
                        instance("io.ferrymq.peers.PeerGroupMember"))
                .apply(settings, listener));
    }

    /** Runs a command line of the published mqadmin and returns what it printed. */
    @SuppressWarnings("unchecked")
    String mqadmin(Path home, String... args) {
        System.setProperty("rocketmq.home.dir", home.toString());
        return with(
                () -> ((Function<List<String>, String>) instance("io.ferrymq.peers.PeerAdmin")).apply(List.of(args)));
    }

    static {
        // Read once by the client's classes: queues are shared out and locked anew each second instead of each 20.
        System.setProperty("rocketmq.client.rebalance.waitInterval", "1000");
        System.setProperty("rocketmq.client.rebalance.lockInterval", "1000");
        // 5.x else answers a notice of the broker up to 1 s late when it has shared out within that time, as it always
        // has at these intervals.
        System.setProperty("rocketmq.client.rebalance.minInterval", "10");
    }

    private <T> T with(java.util.concurrent.Callable<T> work) {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        System.setProperty(FORM, form);
        try {
            Thread.currentThread().setContextClassLoader(loader);
            return work.call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
            System.clearProperty(FORM);
        }
    }

    private Object instance(String name) throws ReflectiveOperationException {
        return loader.loadClass(name).getConstructor().newInstance();
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
