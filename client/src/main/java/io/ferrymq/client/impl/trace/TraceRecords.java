package io.ferrymq.client.impl.trace;

import io.ferrymq.client.trace.AsyncTraceDispatcher;
import io.ferrymq.client.trace.TraceBean;
import io.ferrymq.client.trace.TraceDispatcher;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageClientIDSetter;
import io.ferrymq.remoting.protocol.NamespaceUtil;

/** What the hooks of tracing have in common. */
public final class TraceRecords {
    /** Where nobody has said which. */
    public static final String DEFAULT_REGION = "DefaultRegion";

    private TraceRecords() {}

    /** Whether messages of the topic are traces themselves: those are not traced. */
    public static boolean isTrace(TraceDispatcher dispatcher, String topic) {
        return dispatcher instanceof AsyncTraceDispatcher traces && topic.equals(traces.getTraceTopicName());
    }

    /** The message, as a trace names it. */
    public static TraceBean bean(Message message, String namespace) {
        TraceBean bean = new TraceBean();
        bean.setTopic(NamespaceUtil.withoutNamespace(message.getTopic(), namespace));
        bean.setTags(message.getTags());
        bean.setKeys(message.getKeys());
        bean.setMsgId(MessageClientIDSetter.getUniqID(message));
        return bean;
    }
}
