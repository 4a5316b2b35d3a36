package io.ferrymq.client.trace.hook;

import io.ferrymq.client.impl.trace.TraceRecords;
import io.ferrymq.client.trace.TraceBean;
import io.ferrymq.client.trace.TraceContext;
import io.ferrymq.client.trace.TraceDispatcher;
import io.ferrymq.client.trace.TraceType;
import io.ferrymq.common.message.RecallHandle;
import io.ferrymq.remoting.RPCHook;
import io.ferrymq.remoting.protocol.RemotingCommand;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import java.util.List;
import java.util.Map;

/** Traces the taking back of delayed messages, where the JVM's {@code com.rocketmq.recall.default.trace.enable} is true; give it to a producer. */
public class DefaultRecallMessageTraceHook implements RPCHook {
    private final boolean enabled =
            Boolean.parseBoolean(System.getProperty("com.rocketmq.recall.default.trace.enable", "false"));
    private final TraceDispatcher traceDispatcher;

    public DefaultRecallMessageTraceHook(TraceDispatcher traceDispatcher) {
        this.traceDispatcher = traceDispatcher;
    }

    @Override
    public void doBeforeRequest(String remoteAddr, RemotingCommand request) {
        // The answer tells how it went.
    }

    @Override
    public void doAfterResponse(String remoteAddr, RemotingCommand request, RemotingCommand response) {
        if (!enabled || request.getCode() != RequestCode.RECALL_MESSAGE || response == null) {
            return;
        }
        Map<String, String> fields = request.getExtFields();
        TraceBean bean = new TraceBean();
        bean.setTopic(fields.getOrDefault("topic", ""));
        bean.setMsgId(idOf(fields.getOrDefault("recallHandle", "")));
        TraceContext trace = new TraceContext();
        trace.setTraceType(TraceType.Recall);
        trace.setGroupName(fields.getOrDefault("producerGroup", ""));
        trace.setRegionId(response.getExtFields().getOrDefault("MSG_REGION", TraceRecords.DEFAULT_REGION));
        trace.setSuccess(response.getCode() == ResponseCode.SUCCESS);
        trace.setTraceBeans(List.of(bean));
        traceDispatcher.append(trace);
    }

    /** The producer's id in a handle, empty when it is none. */
    private static String idOf(String handle) {
        try {
            return RecallHandle.decode(handle).uniqueId();
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
