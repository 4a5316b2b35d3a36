package io.ferrymq.distribution.admin.message;

import io.ferrymq.common.message.MessageExt;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What clients that trace have written down of one message. */
record MessageTrace(List<Step> produced, List<Step> consumed) {
    /**
     * One send or one consumption.
     *
     * @param status success, failed, or unknown while a consumer has not told how it ended
     */
    record Step(String type, String group, String clientHost, long timeMs, long costMs, String status) {}

    /** @param messages of the trace topic, each with records of many messages */
    static MessageTrace of(String id, List<MessageExt> messages) {
        List<Step> produced = new ArrayList<>();
        Map<String, Step> consumed = new LinkedHashMap<>();
        for (MessageExt message : messages) {
            String host = message.getBornHostString();
            for (TraceRecord record : TraceRecord.decode(new String(message.getBody(), StandardCharsets.UTF_8))) {
                switch (record.type()) {
                    case TraceRecord.PUBLISHED -> {
                        if (id.equals(record.field(5)) || id.equals(record.field(12))) {
                            produced.add(new Step(
                                    "Pub",
                                    record.field(3),
                                    host,
                                    record.number(1),
                                    record.number(10),
                                    status(record, 13)));
                        }
                    }
                    case TraceRecord.BEFORE_CONSUMING -> {
                        if (id.equals(record.field(5))) {
                            Step began = new Step("Sub", record.field(3), host, record.number(1), 0, "unknown");
                            consumed.merge(record.field(4), began, MessageTrace::join);
                        }
                    }
                    case TraceRecord.AFTER_CONSUMING -> {
                        if (id.equals(record.field(2))) {
                            Step ended = new Step(
                                    "Sub",
                                    record.field(8),
                                    host,
                                    record.number(7),
                                    record.number(3),
                                    status(record, 4));
                            consumed.merge(record.field(1), ended, MessageTrace::join);
                        }
                    }
                    default -> {
                        // Transactions and recalls: they do not belong to the two tables.
                    }
                }
            }
        }
        return new MessageTrace(produced, List.copyOf(consumed.values()));
    }

    // The two records of one consumption come in any order, and the second need not know group and time.
    private static Step join(Step one, Step other) {
        boolean inOrder = one.status().equals("unknown");
        Step began = inOrder ? one : other;
        Step ended = inOrder ? other : one;
        return new Step(
                began.type(), began.group(), began.clientHost(), began.timeMs(), ended.costMs(), ended.status());
    }

    private static String status(TraceRecord record, int index) {
        return record.field(index).equals("true") ? "success" : "failed";
    }

    boolean isEmpty() {
        return produced.isEmpty() && consumed.isEmpty();
    }
}
