package io.ferrymq.distribution.admin.message;

import java.util.ArrayList;
import java.util.List;

/**
 * One record of a trace message, as client SDKs write them: fields between characters 1, each record ended by a character 2
 * (spec: client 21).
 */
record TraceRecord(List<String> fields) {
    static final String PUBLISHED = "Pub";
    static final String BEFORE_CONSUMING = "SubBefore";
    static final String AFTER_CONSUMING = "SubAfter";

    private static final String FIELD_END = "\u0001";
    private static final String RECORD_END = "\u0002";
    private static final String REGION = "DefaultRegion";

    TraceRecord {
        fields = List.copyOf(fields);
    }

    static List<TraceRecord> decode(String text) {
        List<TraceRecord> records = new ArrayList<>();
        for (String record : text.split(RECORD_END)) {
            if (!record.isBlank()) {
                records.add(new TraceRecord(List.of(record.split(FIELD_END, -1))));
            }
        }
        return records;
    }

    /** What a producer writes of a message that it has sent. */
    static TraceRecord published(String group, String topic, String tags, String keys, int bodyBytes, SentAt sent) {
        return new TraceRecord(List.of(
                PUBLISHED,
                Long.toString(sent.timeMs()),
                REGION,
                group,
                topic,
                sent.msgId(),
                tags == null ? "" : tags,
                keys == null ? "" : keys,
                sent.storeHost(),
                Integer.toString(bodyBytes),
                Long.toString(sent.tookMs()),
                "0",
                sent.offsetMsgId(),
                "true"));
    }

    /** When and where a message was stored. */
    record SentAt(long timeMs, long tookMs, String msgId, String offsetMsgId, String storeHost) {}

    String encode() {
        return String.join(FIELD_END, fields) + RECORD_END;
    }

    String type() {
        return fields.get(0);
    }

    /** The field at that place, empty in records of clients of old, which have fewer. */
    String field(int index) {
        return index < fields.size() ? fields.get(index) : "";
    }

    long number(int index) {
        String text = field(index);
        return text.matches("-?\\d{1,18}") ? Long.parseLong(text) : 0;
    }
}
