package io.ferrymq.client.impl.trace;

import io.ferrymq.client.ClientConfig;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.trace.AsyncTraceDispatcher;
import io.ferrymq.client.trace.TraceDispatcher;
import io.ferrymq.remoting.RPCHook;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts tracing for a producer or consumer that runs already. */
public final class Tracing {
    private static final Logger LOG = LoggerFactory.getLogger(Tracing.class);

    private Tracing() {}

    /**
     * A dispatcher that uses the connections, the addresses and the protection of whom it traces.
     *
     * @param traced started: its client id is final
     * @param rpcHook that of the traced object, or null
     * @return null when tracing is off, or could not be started: the application works all the same
     */
    public static AsyncTraceDispatcher start(
            ClientConfig traced, String group, TraceDispatcher.Type type, RPCHook rpcHook) {
        if (!traced.isEnableTrace()) {
            return null;
        }
        AsyncTraceDispatcher dispatcher = new AsyncTraceDispatcher(
                traced.withoutNamespace(group), type, traced.getTraceMsgBatchNum(), traced.getTraceTopic(), rpcHook);
        dispatcher.getTraceProducer().resetClientConfig(traced);
        dispatcher.getTraceProducer().setEnableTrace(false);
        dispatcher.getTraceProducer().setVipChannelEnabled(false);
        // The trace topic belongs to all namespaces.
        dispatcher.getTraceProducer().setNamespace(null);
        try {
            dispatcher.start(traced.getNamesrvAddr(), traced.getAccessChannel());
            return dispatcher;
        } catch (MQClientException e) {
            LOG.warn("group {} is not traced: {}", group, e.getMessage(), e);
            return null;
        }
    }
}
