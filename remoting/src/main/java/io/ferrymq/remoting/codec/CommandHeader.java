package io.ferrymq.remoting.codec;

import io.ferrymq.remoting.protocol.LanguageCode;

/**
 * The header of the frame that a connection is reading: the fixed members and where the header fields lie. One per connection, filled
 * anew for every frame, so nothing here may be kept beyond the frame.
 */
public final class CommandHeader {
    public static final int FLAG_RESPONSE = 1;
    public static final int FLAG_ONEWAY = 2;

    int code;
    int opaque;
    int flag;
    int version;
    LanguageCode language;
    String remark;
    SerializeType type;
    final HeaderFields fields;
    /** The walk over a JSON header's own members. */
    final HeaderFields members;

    public CommandHeader() {
        Utf8Cache cache = new Utf8Cache();
        fields = new HeaderFields(cache);
        members = new HeaderFields(cache);
    }

    /**
     * Reads a header.
     *
     * @param type the marker's form
     * @throws MalformedFrameException when the bytes are not of that form
     */
    public void read(SerializeType type, byte[] bytes, int length) {
        this.type = type;
        code = opaque = flag = version = 0;
        language = LanguageCode.OTHER;
        remark = null;
        if (type == SerializeType.JSON) {
            JsonHeader.read(bytes, length, this);
        } else {
            BinaryHeader.read(bytes, length, this);
        }
    }

    public int code() {
        return code;
    }

    public int opaque() {
        return opaque;
    }

    public boolean isResponse() {
        return (flag & FLAG_RESPONSE) != 0;
    }

    public boolean isOneway() {
        return (flag & FLAG_ONEWAY) != 0;
    }

    public int flag() {
        return flag;
    }

    public int version() {
        return version;
    }

    public LanguageCode language() {
        return language;
    }

    /** The free text, or null. */
    public String remark() {
        return remark;
    }

    public SerializeType type() {
        return type;
    }

    public HeaderFields fields() {
        return fields;
    }
}
