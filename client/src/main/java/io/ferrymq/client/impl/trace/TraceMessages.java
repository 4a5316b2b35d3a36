package io.ferrymq.client.impl.trace;

import io.ferrymq.client.AccessChannel;
import io.ferrymq.client.trace.TraceBean;
import io.ferrymq.client.trace.TraceConstants;
import io.ferrymq.client.trace.TraceContext;
import io.ferrymq.client.trace.TraceDataEncoder;
import io.ferrymq.client.trace.TraceTransferBean;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageConst;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Puts traces into messages: one topic each, small enough, and found by the ids and keys of all messages told of. */
final class TraceMessages {
    private static final int BODY_MAX_BYTES = 128_000;
    /** Keys are a property, and the properties of a message have a limit of 32,767 bytes. */
    private static final int KEYS_MAX_CHARS = 8_000;

    /** Of a trace that tells of more messages the rest goes on in another: their ids are keys, too. */
    private static final int BEANS_MAX = 50;

    private TraceMessages() {}

    /** @param topic of traces, unless they go to the cloud, where each region has its own */
    static List<Message> of(List<TraceContext> contexts, String topic, AccessChannel channel) {
        Map<String, List<TraceTransferBean>> byTopic = new LinkedHashMap<>();
        for (TraceContext context : contexts) {
            List<TraceTransferBean> traces =
                    byTopic.computeIfAbsent(topicOf(context, topic, channel), key -> new ArrayList<>());
            for (TraceContext part : parts(context)) {
                traces.add(TraceDataEncoder.encoderFromContextBean(part));
            }
        }
        List<Message> messages = new ArrayList<>();
        byTopic.forEach((each, traces) -> pack(each, traces, messages));
        return messages;
    }

    private static List<TraceContext> parts(TraceContext context) {
        List<TraceBean> beans = context.getTraceBeans();
        if (beans.size() <= BEANS_MAX) {
            return List.of(context);
        }
        List<TraceContext> parts = new ArrayList<>();
        for (int from = 0; from < beans.size(); from += BEANS_MAX) {
            parts.add(with(context, beans.subList(from, Math.min(beans.size(), from + BEANS_MAX))));
        }
        return parts;
    }

    private static TraceContext with(TraceContext context, List<TraceBean> beans) {
        TraceContext part = new TraceContext();
        part.setTraceType(context.getTraceType());
        part.setTimeStamp(context.getTimeStamp());
        part.setRegionId(context.getRegionId());
        part.setRegionName(context.getRegionName());
        part.setGroupName(context.getGroupName());
        part.setCostTime(context.getCostTime());
        part.setSuccess(context.isSuccess());
        part.setRequestId(context.getRequestId());
        part.setContextCode(context.getContextCode());
        part.setAccessChannel(context.getAccessChannel());
        part.setTraceBeans(beans);
        return part;
    }

    private static String topicOf(TraceContext context, String topic, AccessChannel channel) {
        return channel == AccessChannel.CLOUD ? TraceConstants.TRACE_TOPIC_PREFIX + context.getRegionId() : topic;
    }

    private static void pack(String topic, List<TraceTransferBean> traces, List<Message> messages) {
        StringBuilder text = new StringBuilder();
        Set<String> keys = new LinkedHashSet<>();
        int bytes = 0;
        int keyChars = 0;
        for (TraceTransferBean trace : traces) {
            int moreBytes = trace.getTransData().getBytes(StandardCharsets.UTF_8).length;
            int moreKeyChars =
                    trace.getTransKey().stream().mapToInt(String::length).sum()
                            + trace.getTransKey().size();
            if (bytes > 0 && (bytes + moreBytes > BODY_MAX_BYTES || keyChars + moreKeyChars > KEYS_MAX_CHARS)) {
                messages.add(message(topic, text, keys));
                text.setLength(0);
                keys.clear();
                bytes = 0;
                keyChars = 0;
            }
            text.append(trace.getTransData());
            keys.addAll(trace.getTransKey());
            bytes += moreBytes;
            keyChars += moreKeyChars;
        }
        if (bytes > 0) {
            messages.add(message(topic, text, keys));
        }
    }

    private static Message message(String topic, StringBuilder text, Set<String> keys) {
        Message message = new Message(topic, text.toString().getBytes(StandardCharsets.UTF_8));
        StringBuilder found = new StringBuilder();
        for (String key : keys) {
            // One message with very long keys: the first ones must do.
            if (found.length() + key.length() < KEYS_MAX_CHARS) {
                found.append(found.isEmpty() ? "" : MessageConst.KEY_SEPARATOR).append(key);
            }
        }
        message.setKeys(found.toString());
        return message;
    }
}
