package io.ferrymq.client.trace;

import io.ferrymq.client.AccessChannel;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.impl.trace.TraceLoop;
import io.ferrymq.client.impl.trace.TraceSink;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.topic.NameRules;
import io.ferrymq.common.topic.TopicValidator;
import io.ferrymq.remoting.RPCHook;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends traces as messages of the trace topic, with a producer of its own: in batches, at the latest 5 seconds after they were taken. What finds
 * no room, or cannot be sent, is lost and counted; whoever is traced never waits (RocketMQ client facts, section message trace).
 */
public class AsyncTraceDispatcher implements TraceDispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(AsyncTraceDispatcher.class);
    private static final int BATCH_MAX = 20;
    private static final int BATCH_USUAL = 10;
    private static final long WAIT_MAX_MS = 5_000;
    private static final int SEND_TIMEOUT_MS = 5_000;

    private final String group;
    private final int batchNum;
    private final DefaultMQProducer traceProducer;
    private volatile String traceTopicName;
    private volatile AccessChannel accessChannel = AccessChannel.LOCAL;
    private volatile String namespaceV2;
    private volatile TraceLoop loop;
    private Thread shutDownHook;

    /**
     * @param group of the producer or consumer that is traced
     * @param batchNum traces in one message, at most 20
     * @param traceTopicName null or empty for {@code RMQ_SYS_TRACE_TOPIC}
     * @param rpcHook for the requests of the dispatcher's own producer; null for none
     */
    public AsyncTraceDispatcher(String group, Type type, int batchNum, String traceTopicName, RPCHook rpcHook) {
        this.group = group;
        this.batchNum = Math.max(1, Math.min(batchNum, BATCH_MAX));
        this.traceTopicName = traceTopicName == null || traceTopicName.isBlank()
                ? TopicValidator.RMQ_SYS_TRACE_TOPIC
                : traceTopicName;
        traceProducer = new DefaultMQProducer(rpcHook);
        traceProducer.setProducerGroup(groupName(group, type));
        traceProducer.setSendMsgTimeout(SEND_TIMEOUT_MS);
        traceProducer.setVipChannelEnabled(false);
    }

    /** With 10 traces in one message. */
    public AsyncTraceDispatcher(String group, Type type, String traceTopicName, RPCHook rpcHook) {
        this(group, type, BATCH_USUAL, traceTopicName, rpcHook);
    }

    private static String groupName(String group, Type type) {
        String mark = Integer.toString(ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE), Character.MAX_RADIX);
        String end = "-" + type + "-" + mark;
        String whole = TraceConstants.GROUP_NAME_PREFIX + "-" + group;
        return whole.substring(0, Math.min(whole.length(), NameRules.GROUP_MAX_LENGTH - end.length())) + end;
    }

    @Override
    public synchronized void start(String nameSrvAddr, AccessChannel channel) throws MQClientException {
        if (loop != null) {
            return;
        }
        if (channel != null) {
            accessChannel = channel;
        }
        traceProducer.setNamesrvAddr(nameSrvAddr);
        if ("DEFAULT".equals(traceProducer.getInstanceName())) {
            traceProducer.setInstanceName(TraceConstants.TRACE_INSTANCE_NAME + "_" + nameSrvAddr);
        }
        if (namespaceV2 != null) {
            traceProducer.setNamespaceV2(namespaceV2);
        }
        traceProducer.start();
        TraceSink sink = new TraceSink(traceProducer, this::getTraceTopicName, this::getAccessChannel);
        loop = new TraceLoop("MQ-AsyncTraceDispatcher-" + group, batchNum, WAIT_MAX_MS, sink::send);
        loop.start();
        registerShutDownHook();
    }

    @Override
    public boolean append(Object ctx) {
        TraceLoop now = loop;
        return now != null && now.append((TraceContext) ctx);
    }

    @Override
    public void flush() {
        TraceLoop now = loop;
        if (now != null) {
            await(now.flush());
        }
    }

    /** Sends what has been taken, a few seconds at most, and ends. */
    @Override
    public synchronized void shutdown() {
        TraceLoop last = loop;
        if (last == null) {
            return;
        }
        loop = null;
        removeShutdownHook();
        await(last.end());
        traceProducer.shutdown();
    }

    private void await(CompletableFuture<Void> sent) {
        try {
            sent.get(WAIT_MAX_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("traces of group {} could not be sent within {} ms", group, WAIT_MAX_MS, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Makes the end of the JVM send what has been taken. */
    public synchronized void registerShutDownHook() {
        if (shutDownHook == null) {
            Thread hook = new Thread(this::flush, "MQ-AsyncTraceDispatcher-flush-" + group);
            Runtime.getRuntime().addShutdownHook(hook);
            shutDownHook = hook;
        }
    }

    public synchronized void removeShutdownHook() {
        if (shutDownHook != null) {
            try {
                Runtime.getRuntime().removeShutdownHook(shutDownHook);
            } catch (IllegalStateException theJvmEnds) {
                // Then the hook runs or has run, and finds nothing to do.
                return;
            } finally {
                shutDownHook = null;
            }
        }
    }

    /** Who sends the traces; its settings count until the start. */
    public DefaultMQProducer getTraceProducer() {
        return traceProducer;
    }

    public String getTraceTopicName() {
        return traceTopicName;
    }

    public void setTraceTopicName(String traceTopicName) {
        this.traceTopicName = traceTopicName;
    }

    public AccessChannel getAccessChannel() {
        return accessChannel;
    }

    public void setAccessChannel(AccessChannel accessChannel) {
        this.accessChannel = accessChannel;
    }

    public String getNamespaceV2() {
        return namespaceV2;
    }

    public void setNamespaceV2(String namespaceV2) {
        this.namespaceV2 = namespaceV2;
    }
}
