package io.ferrymq.common.message;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The body of a batch: units, one after the other.
 *
 * <pre>
 *   | size 4 | 0 4 | 0 4 | flag 4 | bodyLength 4 | body | propertiesLength 2 | properties |
 * </pre>
 */
final class BatchCodec {
    private static final int FIXED_BYTES = 5 * Integer.BYTES + Short.BYTES;

    private BatchCodec() {}

    static byte[] encode(Message message) {
        byte[] body = message.getBody();
        byte[] properties =
                message.getProperties() == null ? new byte[0] : PropertyEdits.encode(message.getProperties());
        int size = FIXED_BYTES + body.length + properties.length;
        ByteBuffer out = ByteBuffer.allocate(size);
        out.putInt(size).putInt(0).putInt(0).putInt(message.getFlag());
        out.putInt(body.length).put(body);
        out.putShort(StoredMessageWriter.propertiesLength(properties)).put(properties);
        return out.array();
    }

    static byte[] encode(Collection<? extends Message> messages) {
        List<byte[]> units = new ArrayList<>(messages.size());
        int size = 0;
        for (Message message : messages) {
            byte[] unit = encode(message);
            units.add(unit);
            size += unit.length;
        }
        ByteBuffer out = ByteBuffer.allocate(size);
        units.forEach(out::put);
        return out.array();
    }

    /** Reads one unit; the position moves behind it. */
    static Message decode(ByteBuffer in) {
        int start = in.position();
        int size = in.remaining() < FIXED_BYTES ? -1 : in.getInt(start);
        if (size < FIXED_BYTES || size > in.remaining()) {
            throw new MessageFormatException("no unit of a batch at byte " + start + ": its size is " + size + ", "
                    + in.remaining() + " bytes are left");
        }
        int bodyLength = in.getInt(start + 4 * Integer.BYTES);
        if (bodyLength < 0 || bodyLength > size - FIXED_BYTES) {
            throw new MessageFormatException(
                    "unit of a batch at byte " + start + " has " + size + " bytes, its body " + bodyLength);
        }
        Message message = new Message();
        message.setFlag(in.getInt(start + 3 * Integer.BYTES));
        byte[] body = new byte[bodyLength];
        in.position(start + 5 * Integer.BYTES).get(body);
        message.setBody(body);
        int propertiesLength = in.getShort();
        if (propertiesLength != size - FIXED_BYTES - bodyLength) {
            throw new MessageFormatException("unit of a batch at byte " + start + " has " + size + " bytes, its body "
                    + bodyLength + ", its properties " + propertiesLength);
        }
        byte[] properties = new byte[propertiesLength];
        in.get(properties);
        message.setProperties(PropertyBytes.scan(properties).toMap());
        return message;
    }

    static List<Message> decodeAll(ByteBuffer in) {
        List<Message> messages = new ArrayList<>();
        while (in.hasRemaining()) {
            messages.add(decode(in));
        }
        return messages;
    }
}
