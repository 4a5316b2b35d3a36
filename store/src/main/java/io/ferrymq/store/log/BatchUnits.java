package io.ferrymq.store.log;

import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.store.AppendResult.Refusal;
import io.ferrymq.store.AppendResult.Refused;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The units of a classic batch body, taken apart and checked before anything is written.
 *
 * <pre>
 *   | totalSize 4 | magic 4 | bodyCrc 4 | flag 4 | bodyLength 4 | body | propertiesLength 2 | properties |
 * </pre>
 *
 * Magic and checksum of a unit are not used: senders leave them 0.
 */
final class BatchUnits {
    private static final int FLAG = 12;
    private static final int BODY_LENGTH = 16;
    private static final int BODY = 20;
    private static final int FIXED_BYTES = 22;

    /** A batch is limited by its bytes; units without body need 22. */
    private static final int COUNT_MAX = 1 << 17;

    private final List<RecordWriter.Content> contents = new ArrayList<>();
    private final byte[] commonProperties;
    private final AppendChecks checks;
    private final RecordWriter.Envelope envelope;
    private long totalBytes;

    BatchUnits(byte[] commonProperties, AppendChecks checks, RecordWriter.Envelope envelope) {
        this.commonProperties = commonProperties;
        this.checks = checks;
        this.envelope = envelope;
    }

    List<RecordWriter.Content> contents() {
        return contents;
    }

    long totalBytes() {
        return totalBytes;
    }

    /** Why the batch cannot be taken, null when it can. */
    Refused parse(ByteBuffer units) {
        Refused tooLarge = checks.batchRefusal(units.remaining());
        if (tooLarge != null) {
            return tooLarge;
        }
        int at = units.position();
        int end = units.limit();
        while (at < end) {
            int left = end - at;
            int size = left < FIXED_BYTES ? 0 : units.getInt(at);
            if (size < FIXED_BYTES || size > left) {
                return illegal("unit " + contents.size() + " at byte " + (at - units.position()) + " has size " + size
                        + " of " + left + " bytes left");
            }
            Refused refused = parseUnit(units, at, size);
            if (refused != null) {
                return refused;
            }
            at += size;
        }
        return contents.isEmpty() ? illegal("the batch is empty") : checks.sizeRefusal(totalBytes);
    }

    private Refused parseUnit(ByteBuffer units, int at, int size) {
        int bodyLength = units.getInt(at + BODY_LENGTH);
        if (bodyLength < 0 || bodyLength > size - FIXED_BYTES) {
            return illegal("unit " + contents.size() + " of " + size + " bytes has a body of " + bodyLength);
        }
        int propertiesLength = units.getShort(at + BODY + bodyLength);
        if (propertiesLength != size - FIXED_BYTES - bodyLength) {
            return illegal("unit " + contents.size() + " of " + size + " bytes has a body of " + bodyLength
                    + " and properties of " + propertiesLength);
        }
        if (contents.size() == COUNT_MAX) {
            return illegal("more than " + COUNT_MAX + " messages");
        }
        ByteBuffer body = units.slice(at + BODY, bodyLength);
        byte[] encoded = new byte[propertiesLength];
        units.get(at + FIXED_BYTES + bodyLength, encoded);
        PropertyBytes properties = PropertyBytes.scan(encoded).append(commonProperties);
        Refused refused = checks.contentRefusal(bodyLength, properties.length());
        if (refused == null) {
            int recordBytes = envelope.recordSize(bodyLength, properties.length());
            totalBytes += recordBytes;
            contents.add(new RecordWriter.Content(
                    units.getInt(at + FLAG), body, RecordWriter.bodyCrc(body), properties, recordBytes));
        }
        return refused;
    }

    private static Refused illegal(String text) {
        return Refused.of(Refusal.BATCH_ILLEGAL, "batch body is not what it should be: " + text);
    }
}
