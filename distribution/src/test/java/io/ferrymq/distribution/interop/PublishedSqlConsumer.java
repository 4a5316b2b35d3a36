package io.ferrymq.distribution.interop;

import io.ferrymq.distribution.peer.PeerJars;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;

/** A push consumer of a published client that filters by SQL92, from the first message on. */
final class PublishedSqlConsumer implements AutoCloseable {
    private static final String CLIENT = "org.apache.rocketmq.client.consumer.";

    private final ClassLoader loader;
    private final Object consumer;

    /** @param bodies where the bodies of consumed messages go */
    PublishedSqlConsumer(
            String version, String nameServer, String group, String topic, String expression, Queue<String> bodies)
            throws Exception {
        loader = PeerJars.client(version);
        consumer = loader.loadClass(CLIENT + "DefaultMQPushConsumer")
                .getConstructor(String.class)
                .newInstance(group);
        call("setNamesrvAddr", String.class, nameServer);
        call("setInstanceName", String.class, "peer-" + System.nanoTime());
        call("setPollNameServerInterval", int.class, 1_000);
        call("setPersistConsumerOffsetInterval", int.class, 200);
        Class<?> from = loader.loadClass("org.apache.rocketmq.common.consumer.ConsumeFromWhere");
        call(
                "setConsumeFromWhere",
                from,
                from.getField("CONSUME_FROM_FIRST_OFFSET").get(null));
        Class<?> selector = loader.loadClass(CLIENT + "MessageSelector");
        consumer.getClass()
                .getMethod("subscribe", String.class, selector)
                .invoke(
                        consumer,
                        topic,
                        selector.getMethod("bySql", String.class).invoke(null, expression));
        Class<?> listener = loader.loadClass(CLIENT + "listener.MessageListenerConcurrently");
        Object consumed = loader.loadClass(CLIENT + "listener.ConsumeConcurrentlyStatus")
                .getField("CONSUME_SUCCESS")
                .get(null);
        call(
                "registerMessageListener",
                listener,
                Proxy.newProxyInstance(loader, new Class<?>[] {listener}, (proxy, method, arguments) -> {
                    for (Object message : (List<?>) arguments[0]) {
                        byte[] body =
                                (byte[]) message.getClass().getMethod("getBody").invoke(message);
                        bodies.add(new String(body, StandardCharsets.UTF_8));
                    }
                    return consumed;
                }));
    }

    private void call(String setter, Class<?> type, Object value) throws ReflectiveOperationException {
        consumer.getClass().getMethod(setter, type).invoke(consumer, value);
    }

    /** Throws what the client throws. */
    void start() throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            consumer.getClass().getMethod("start").invoke(consumer);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Override
    public void close() throws ReflectiveOperationException {
        consumer.getClass().getMethod("shutdown").invoke(consumer);
    }
}
