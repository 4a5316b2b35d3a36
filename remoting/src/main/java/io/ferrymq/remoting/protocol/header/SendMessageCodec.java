package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.FieldName;
import io.ferrymq.remoting.codec.FieldWriter;
import io.ferrymq.remoting.codec.HeaderCodec;
import io.ferrymq.remoting.codec.HeaderException;
import io.ferrymq.remoting.codec.HeaderFields;

/** The header of a send, read and written on the way of every message: version 2 by its one-letter names, version 1 by its full ones. */
public final class SendMessageCodec implements HeaderCodec<SendMessageRequestHeader> {
    /** For codes 310, 320 and 325. */
    public static final SendMessageCodec V2 =
            new SendMessageCodec("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n");

    /** For codes 10 and 324. */
    public static final SendMessageCodec V1 = new SendMessageCodec(
            "producerGroup",
            "topic",
            "defaultTopic",
            "defaultTopicQueueNums",
            "queueId",
            "sysFlag",
            "bornTimestamp",
            "flag",
            "properties",
            "reconsumeTimes",
            "unitMode",
            "maxReconsumeTimes",
            "batch",
            "bname");

    private static final int REQUIRED = 0b0000_1111_1111;

    private final FieldName[] names;
    private final boolean oneLetter;

    private SendMessageCodec(String... names) {
        this.names = new FieldName[names.length];
        for (int i = 0; i < names.length; i++) {
            this.names[i] = FieldName.of(names[i]);
        }
        this.oneLetter = names[0].length() == 1;
    }

    @Override
    public SendMessageRequestHeader decode(HeaderFields fields) {
        String group = null;
        String topic = null;
        String defaultTopic = null;
        int defaultTopicQueueNums = 0;
        int queueId = 0;
        int sysFlag = 0;
        long bornTimestamp = 0;
        int flag = 0;
        byte[] properties = null;
        Integer reconsumeTimes = null;
        Boolean unitMode = null;
        Integer maxReconsumeTimes = null;
        Boolean batch = null;
        String bname = null;
        int seen = 0;
        fields.rewind();
        while (fields.next()) {
            int field = indexOf(fields);
            seen |= field < 0 ? 0 : 1 << field;
            switch (field) {
                case 0 -> group = fields.stringValue();
                case 1 -> topic = fields.stringValue();
                case 2 -> defaultTopic = fields.stringValue();
                case 3 -> defaultTopicQueueNums = fields.intValue();
                case 4 -> queueId = fields.intValue();
                case 5 -> sysFlag = fields.intValue();
                case 6 -> bornTimestamp = fields.longValue();
                case 7 -> flag = fields.intValue();
                case 8 -> properties = fields.bytesValue();
                case 9 -> reconsumeTimes = fields.intValue();
                case 10 -> unitMode = fields.booleanValue();
                case 11 -> maxReconsumeTimes = fields.intValue();
                case 12 -> batch = fields.booleanValue();
                case 13 -> bname = fields.stringValue();
                default -> {}
            }
        }
        if ((seen & REQUIRED) != REQUIRED) {
            throw missing(seen);
        }
        return new SendMessageRequestHeader(
                group,
                topic,
                defaultTopic,
                defaultTopicQueueNums,
                queueId,
                sysFlag,
                bornTimestamp,
                flag,
                properties,
                reconsumeTimes,
                unitMode,
                maxReconsumeTimes,
                batch,
                bname);
    }

    @Override
    public boolean prefersBinary() {
        return true;
    }

    private int indexOf(HeaderFields fields) {
        if (oneLetter) {
            int index = fields.shortName() - 'a';
            return index >= 0 && index < names.length ? index : -1;
        }
        for (int i = 0; i < names.length; i++) {
            if (fields.is(names[i])) {
                return i;
            }
        }
        return -1;
    }

    private HeaderException missing(int seen) {
        int first = Integer.numberOfTrailingZeros(~seen);
        return new HeaderException(
                "required header field '" + names[first] + "' (" + V1.names[first] + ") of a send is missing");
    }

    @Override
    public void encode(SendMessageRequestHeader header, FieldWriter out) {
        out.put(names[0], header.producerGroup());
        out.put(names[1], header.topic());
        out.put(names[2], header.defaultTopic());
        out.put(names[3], header.defaultTopicQueueNums());
        out.put(names[4], header.queueId());
        out.put(names[5], header.sysFlag());
        out.put(names[6], header.bornTimestamp());
        out.put(names[7], header.flag());
        out.put(names[8], header.properties());
        if (header.reconsumeTimes() != null) {
            out.put(names[9], header.reconsumeTimes());
        }
        if (header.unitMode() != null) {
            out.put(names[10], header.unitMode());
        }
        if (header.maxReconsumeTimes() != null) {
            out.put(names[11], header.maxReconsumeTimes());
        }
        if (header.batch() != null) {
            out.put(names[12], header.batch());
        }
        out.put(names[13], header.bname());
    }
}
