package io.ferrymq.client.trace;

import io.ferrymq.client.AccessChannel;
import io.ferrymq.client.producer.LocalTransactionState;
import io.ferrymq.common.message.MessageConst;
import io.ferrymq.common.message.MessageType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Traces as text: a record per message, of fields each followed by character 1, the last one by character 2 (RocketMQ client facts, section
 * message trace). A field that is not there is written as {@code null}, as readers expect it.
 */
public class TraceDataEncoder {
    private static final char FIELD_END = TraceConstants.CONTENT_SPLITOR;
    private static final char RECORD_END = TraceConstants.FIELD_SPLITOR;

    /** @return null for null */
    public static TraceTransferBean encoderFromContextBean(TraceContext ctx) {
        if (ctx == null) {
            return null;
        }
        TraceTransferBean transfer = new TraceTransferBean();
        StringBuilder out = new StringBuilder(256);
        for (TraceBean bean : ctx.getTraceBeans()) {
            encode(ctx, bean, out);
            addKeys(bean, transfer);
        }
        transfer.setTransData(out.toString());
        return transfer;
    }

    private static void addKeys(TraceBean bean, TraceTransferBean transfer) {
        if (bean.getMsgId() != null) {
            transfer.getTransKey().add(bean.getMsgId());
        }
        if (bean.getKeys() != null && !bean.getKeys().isEmpty()) {
            transfer.getTransKey().addAll(Arrays.asList(bean.getKeys().split(MessageConst.KEY_SEPARATOR)));
        }
    }

    private static void encode(TraceContext ctx, TraceBean bean, StringBuilder out) {
        TraceType type = ctx.getTraceType();
        switch (type) {
            case Pub ->
                record(
                        out,
                        type,
                        ctx.getTimeStamp(),
                        ctx.getRegionId(),
                        ctx.getGroupName(),
                        bean.getTopic(),
                        bean.getMsgId(),
                        bean.getTags(),
                        bean.getKeys(),
                        bean.getStoreHost(),
                        bean.getBodyLength(),
                        ctx.getCostTime(),
                        number(bean.getMsgType()),
                        bean.getOffsetMsgId(),
                        ctx.isSuccess());
            case Recall ->
                record(
                        out,
                        type,
                        ctx.getTimeStamp(),
                        ctx.getRegionId(),
                        ctx.getGroupName(),
                        bean.getTopic(),
                        bean.getMsgId(),
                        ctx.isSuccess());
            case SubBefore ->
                record(
                        out,
                        type,
                        ctx.getTimeStamp(),
                        ctx.getRegionId(),
                        ctx.getGroupName(),
                        ctx.getRequestId(),
                        bean.getMsgId(),
                        bean.getRetryTimes(),
                        bean.getKeys());
            case SubAfter -> subAfter(ctx, bean, out);
            case EndTransaction ->
                record(
                        out,
                        type,
                        ctx.getTimeStamp(),
                        ctx.getRegionId(),
                        ctx.getGroupName(),
                        bean.getTopic(),
                        bean.getMsgId(),
                        bean.getTags(),
                        bean.getKeys(),
                        bean.getStoreHost(),
                        number(bean.getMsgType()),
                        bean.getTransactionId(),
                        bean.getTransactionState(),
                        bean.isFromTransactionCheck());
        }
    }

    private static void subAfter(TraceContext ctx, TraceBean bean, StringBuilder out) {
        if (ctx.getAccessChannel() == AccessChannel.CLOUD) {
            // There the code is the last field, and its end mark stays.
            record(
                    out,
                    TraceType.SubAfter,
                    ctx.getRequestId(),
                    bean.getMsgId(),
                    ctx.getCostTime(),
                    ctx.isSuccess(),
                    bean.getKeys(),
                    ctx.getContextCode(),
                    "");
            return;
        }
        record(
                out,
                TraceType.SubAfter,
                ctx.getRequestId(),
                bean.getMsgId(),
                ctx.getCostTime(),
                ctx.isSuccess(),
                bean.getKeys(),
                ctx.getContextCode(),
                ctx.getTimeStamp(),
                ctx.getGroupName());
    }

    // The format holds these numbers (client §21).
    @SuppressWarnings("EnumOrdinal")
    private static int number(MessageType type) {
        return type == null ? 0 : type.ordinal();
    }

    private static void record(StringBuilder out, Object... fields) {
        for (int i = 0; i < fields.length; i++) {
            out.append(fields[i]).append(i < fields.length - 1 ? FIELD_END : RECORD_END);
        }
    }

    /** The traces in a text; records of unknown kinds are left out, those of older clients may have fewer fields. */
    public static List<TraceContext> decoderFromTraceDataString(String traceData) {
        List<TraceContext> contexts = new ArrayList<>();
        if (traceData == null) {
            return contexts;
        }
        for (String record : traceData.split(String.valueOf(RECORD_END))) {
            Fields fields = new Fields(record.split(String.valueOf(FIELD_END), -1));
            TraceContext context = decode(fields);
            if (context != null) {
                contexts.add(context);
            }
        }
        return contexts;
    }

    private static TraceContext decode(Fields fields) {
        TraceBean bean = new TraceBean();
        TraceContext context = new TraceContext();
        context.setTraceBeans(List.of(bean));
        switch (fields.text(0)) {
            case "Pub" -> {
                begin(context, TraceType.Pub, fields);
                message(bean, fields);
                bean.setBodyLength((int) fields.number(9));
                context.setCostTime((int) fields.number(10));
                bean.setMsgType(fields.type(11));
                // Of 13 fields the last one is the outcome: the oldest clients do not write the broker's id.
                bean.setOffsetMsgId(fields.size() > 13 ? fields.text(12) : "");
                context.setSuccess(fields.isTrue(fields.size() > 13 ? 13 : 12));
                bean.setStoreTime(context.getTimeStamp() + context.getCostTime() / 2);
            }
            case "Recall" -> {
                begin(context, TraceType.Recall, fields);
                bean.setTopic(fields.text(4));
                bean.setMsgId(fields.text(5));
                context.setSuccess(fields.isTrue(6));
            }
            case "SubBefore" -> {
                begin(context, TraceType.SubBefore, fields);
                context.setRequestId(fields.text(4));
                bean.setMsgId(fields.text(5));
                bean.setRetryTimes((int) fields.number(6));
                bean.setKeys(fields.text(7));
            }
            case "SubAfter" -> {
                context.setTraceType(TraceType.SubAfter);
                context.setRequestId(fields.text(1));
                bean.setMsgId(fields.text(2));
                context.setCostTime((int) fields.number(3));
                context.setSuccess(fields.isTrue(4));
                bean.setKeys(fields.text(5));
                context.setContextCode((int) fields.number(6));
                context.setTimeStamp(fields.number(7));
                context.setGroupName(fields.text(8));
            }
            case "EndTransaction" -> {
                begin(context, TraceType.EndTransaction, fields);
                message(bean, fields);
                bean.setMsgType(fields.type(9));
                bean.setTransactionId(fields.text(10));
                bean.setTransactionState(fields.state(11));
                bean.setFromTransactionCheck(fields.isTrue(12));
            }
            default -> {
                return null;
            }
        }
        return context;
    }

    private static void begin(TraceContext context, TraceType type, Fields fields) {
        context.setTraceType(type);
        context.setTimeStamp(fields.number(1));
        context.setRegionId(fields.text(2));
        context.setGroupName(fields.text(3));
    }

    private static void message(TraceBean bean, Fields fields) {
        bean.setTopic(fields.text(4));
        bean.setMsgId(fields.text(5));
        bean.setTags(fields.text(6));
        bean.setKeys(fields.text(7));
        bean.setStoreHost(fields.text(8));
    }

    /** The fields of one record; those that are missing or no numbers are empty and zero. */
    private record Fields(String[] values) {
        int size() {
            return values.length;
        }

        String text(int index) {
            return index < values.length ? values[index] : "";
        }

        long number(int index) {
            String text = text(index);
            return text.matches("-?\\d{1,18}") ? Long.parseLong(text) : 0;
        }

        boolean isTrue(int index) {
            return Boolean.parseBoolean(text(index));
        }

        @SuppressWarnings("EnumOrdinal")
        MessageType type(int index) {
            int number = (int) number(index);
            return number >= 0 && number < MessageType.values().length
                    ? MessageType.values()[number]
                    : MessageType.Normal_Msg;
        }

        LocalTransactionState state(int index) {
            return Arrays.stream(LocalTransactionState.values())
                    .filter(state -> state.name().equals(text(index)))
                    .findFirst()
                    .orElse(LocalTransactionState.UNKNOW);
        }
    }
}
