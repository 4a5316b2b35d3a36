package io.ferrymq.client.trace.hook;

import io.ferrymq.client.hook.EndTransactionContext;
import io.ferrymq.client.hook.EndTransactionHook;
import io.ferrymq.client.impl.trace.TraceRecords;
import io.ferrymq.client.trace.TraceBean;
import io.ferrymq.client.trace.TraceContext;
import io.ferrymq.client.trace.TraceDispatcher;
import io.ferrymq.client.trace.TraceType;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageConst;
import io.ferrymq.common.message.MessageType;
import java.util.List;

/** Traces what brokers are told of transactions. */
public class EndTransactionTraceHookImpl implements EndTransactionHook {
    private final TraceDispatcher localDispatcher;

    public EndTransactionTraceHookImpl(TraceDispatcher localDispatcher) {
        this.localDispatcher = localDispatcher;
    }

    @Override
    public String hookName() {
        return "EndTransactionTraceHook";
    }

    @Override
    public void endTransaction(EndTransactionContext context) {
        if (context == null
                || TraceRecords.isTrace(localDispatcher, context.getMessage().getTopic())) {
            return;
        }
        Message message = context.getMessage();
        TraceBean bean = TraceRecords.bean(message, null);
        bean.setMsgId(context.getMsgId());
        bean.setStoreHost(context.getBrokerAddr());
        bean.setMsgType(MessageType.Trans_msg_Commit);
        bean.setTransactionId(context.getTransactionId());
        bean.setTransactionState(context.getTransactionState());
        bean.setFromTransactionCheck(context.isFromTransactionCheck());
        String region = message.getProperty(MessageConst.PROPERTY_MSG_REGION);
        TraceContext trace = new TraceContext();
        trace.setTraceType(TraceType.EndTransaction);
        trace.setGroupName(context.getProducerGroup());
        trace.setRegionId(region == null || region.isEmpty() ? TraceRecords.DEFAULT_REGION : region);
        trace.setTraceBeans(List.of(bean));
        localDispatcher.append(trace);
    }
}
