package io.ferrymq.client.trace.hook;

import io.ferrymq.client.consumer.listener.ConsumeReturnType;
import io.ferrymq.client.hook.ConsumeMessageContext;
import io.ferrymq.client.hook.ConsumeMessageHook;
import io.ferrymq.client.impl.trace.TraceRecords;
import io.ferrymq.client.trace.TraceBean;
import io.ferrymq.client.trace.TraceContext;
import io.ferrymq.client.trace.TraceDispatcher;
import io.ferrymq.client.trace.TraceType;
import io.ferrymq.common.Clock;
import io.ferrymq.common.message.MessageConst;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.remoting.protocol.NamespaceUtil;
import java.util.ArrayList;
import java.util.List;

/** Traces each call of a listener, before and after it, except for messages whose broker has switched tracing off. */
public class ConsumeMessageTraceHookImpl implements ConsumeMessageHook {
    private static final String RETURN_TYPE = "ConsumeContextType";

    private final TraceDispatcher localDispatcher;

    public ConsumeMessageTraceHookImpl(TraceDispatcher localDispatcher) {
        this.localDispatcher = localDispatcher;
    }

    @Override
    public String hookName() {
        return "ConsumeMessageTraceHook";
    }

    @Override
    public void consumeMessageBefore(ConsumeMessageContext context) {
        if (context == null || context.getMsgList() == null) {
            return;
        }
        List<TraceBean> beans = new ArrayList<>();
        String region = null;
        for (MessageExt message : context.getMsgList()) {
            boolean off = "false".equals(message.getProperty(MessageConst.PROPERTY_TRACE_SWITCH));
            if (off || TraceRecords.isTrace(localDispatcher, message.getTopic())) {
                continue;
            }
            TraceBean bean = TraceRecords.bean(message, context.getNamespace());
            bean.setMsgId(message.getMsgId());
            bean.setStoreTime(message.getStoreTimestamp());
            bean.setBodyLength(message.getStoreSize());
            bean.setRetryTimes(message.getReconsumeTimes());
            region = message.getProperty(MessageConst.PROPERTY_MSG_REGION);
            beans.add(bean);
        }
        if (beans.isEmpty()) {
            return;
        }
        TraceContext trace = new TraceContext();
        trace.setTraceType(TraceType.SubBefore);
        trace.setGroupName(NamespaceUtil.withoutNamespace(context.getConsumerGroup(), context.getNamespace()));
        trace.setRegionId(region == null ? TraceRecords.DEFAULT_REGION : region);
        trace.setTraceBeans(beans);
        context.setMqTraceContext(trace);
        localDispatcher.append(trace);
    }

    @Override
    public void consumeMessageAfter(ConsumeMessageContext context) {
        if (context == null || !(context.getMqTraceContext() instanceof TraceContext before)) {
            return;
        }
        long nowMs = Clock.system().nowMs();
        TraceContext trace = new TraceContext();
        trace.setTraceType(TraceType.SubAfter);
        trace.setTimeStamp(nowMs);
        trace.setRegionId(before.getRegionId());
        trace.setGroupName(before.getGroupName());
        trace.setRequestId(before.getRequestId());
        trace.setAccessChannel(context.getAccessChannel());
        trace.setSuccess(context.isSuccess());
        trace.setTraceBeans(before.getTraceBeans());
        trace.setCostTime(
                (int) ((nowMs - before.getTimeStamp()) / before.getTraceBeans().size()));
        String type = context.getProps() == null ? null : context.getProps().get(RETURN_TYPE);
        if (type != null) {
            trace.setContextCode(number(ConsumeReturnType.valueOf(type)));
        }
        localDispatcher.append(trace);
    }

    // The format holds this number (client §21).
    @SuppressWarnings("EnumOrdinal")
    private static int number(ConsumeReturnType type) {
        return type.ordinal();
    }
}
