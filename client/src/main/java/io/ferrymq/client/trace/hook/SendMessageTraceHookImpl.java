package io.ferrymq.client.trace.hook;

import io.ferrymq.client.hook.SendMessageContext;
import io.ferrymq.client.hook.SendMessageHook;
import io.ferrymq.client.impl.trace.TraceRecords;
import io.ferrymq.client.producer.SendResult;
import io.ferrymq.client.producer.SendStatus;
import io.ferrymq.client.trace.TraceBean;
import io.ferrymq.client.trace.TraceContext;
import io.ferrymq.client.trace.TraceDispatcher;
import io.ferrymq.client.trace.TraceType;
import io.ferrymq.common.Clock;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageBatch;
import io.ferrymq.remoting.protocol.NamespaceUtil;
import java.util.ArrayList;
import java.util.List;

/**
 * Traces each attempt to send: those that failed as well, and each message of a batch under its own id. One-way messages are not traced: nobody
 * knows what became of them.
 */
public class SendMessageTraceHookImpl implements SendMessageHook {
    private final TraceDispatcher localDispatcher;

    public SendMessageTraceHookImpl(TraceDispatcher localDispatcher) {
        this.localDispatcher = localDispatcher;
    }

    @Override
    public String hookName() {
        return "SendMessageTraceHook";
    }

    @Override
    public void sendMessageBefore(SendMessageContext context) {
        if (context == null
                || TraceRecords.isTrace(localDispatcher, context.getMessage().getTopic())) {
            return;
        }
        TraceContext trace = new TraceContext();
        trace.setTraceType(TraceType.Pub);
        trace.setGroupName(NamespaceUtil.withoutNamespace(context.getProducerGroup(), context.getNamespace()));
        List<TraceBean> beans = new ArrayList<>();
        if (context.getMessage() instanceof MessageBatch batch) {
            batch.forEach(message -> beans.add(bean(message, context)));
        } else {
            beans.add(bean(context.getMessage(), context));
        }
        trace.setTraceBeans(beans);
        context.setMqTraceContext(trace);
    }

    private static TraceBean bean(Message message, SendMessageContext context) {
        TraceBean bean = TraceRecords.bean(message, context.getNamespace());
        bean.setStoreHost(context.getBrokerAddr());
        bean.setBodyLength(message.getBody().length);
        bean.setMsgType(context.getMsgType());
        return bean;
    }

    @Override
    public void sendMessageAfter(SendMessageContext context) {
        if (context == null || !(context.getMqTraceContext() instanceof TraceContext trace)) {
            return;
        }
        SendResult result = context.getSendResult();
        boolean oneway = result == null && context.getException() == null;
        if (oneway || (result != null && !result.isTraceOn())) {
            return;
        }
        long nowMs = Clock.system().nowMs();
        List<TraceBean> beans = trace.getTraceBeans();
        trace.setCostTime((int) ((nowMs - trace.getTimeStamp()) / beans.size()));
        trace.setSuccess(result != null && result.getSendStatus() == SendStatus.SEND_OK);
        trace.setRegionId(result == null ? TraceRecords.DEFAULT_REGION : result.getRegionId());
        String[] offsetIds = result == null || result.getOffsetMsgId() == null
                ? new String[0]
                : result.getOffsetMsgId().split(",");
        for (int i = 0; i < beans.size(); i++) {
            beans.get(i).setOffsetMsgId(i < offsetIds.length ? offsetIds[i] : "");
            beans.get(i).setStoreTime(trace.getTimeStamp() + trace.getCostTime() / 2);
        }
        localDispatcher.append(trace);
    }
}
