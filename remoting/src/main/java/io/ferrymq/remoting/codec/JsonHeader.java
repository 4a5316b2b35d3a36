package io.ferrymq.remoting.codec;

import io.ferrymq.remoting.protocol.LanguageCode;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** The JSON header form (spec: remoting 1.2): members in any order, unknown ones ignored; written in alphabetical order. */
final class JsonHeader {
    private static final FieldName CODE = FieldName.of("code");
    private static final FieldName FLAG = FieldName.of("flag");
    private static final FieldName OPAQUE = FieldName.of("opaque");
    private static final FieldName VERSION = FieldName.of("version");
    private static final FieldName LANGUAGE = FieldName.of("language");
    private static final FieldName REMARK = FieldName.of("remark");
    private static final FieldName EXT_FIELDS = FieldName.of("extFields");

    private static final byte[] WRITE_CODE = ascii("{\"code\":");
    private static final byte[] WRITE_FLAG = ascii(",\"flag\":");
    private static final byte[] WRITE_OPAQUE = ascii(",\"language\":\"JAVA\",\"opaque\":");
    private static final byte[] WRITE_REMARK = ascii(",\"remark\":\"");
    private static final byte[] WRITE_END = ascii(",\"serializeTypeCurrentRPC\":\"JSON\",\"version\":");

    private JsonHeader() {}

    static void read(byte[] json, int length, CommandHeader into) {
        int at = JsonScan.skipWhitespace(json, 0, length);
        JsonScan.require(json, at, length, '{');
        int end = length - 1;
        while (end > at && json[end] != '}') {
            end--;
        }
        JsonScan.require(json, end, length, '}');
        into.fields.reset(SerializeType.JSON, json, 0, 0);
        HeaderFields members = into.members;
        members.reset(SerializeType.JSON, json, at + 1, end);
        while (members.next()) {
            member(json, members, into);
        }
    }

    private static void member(byte[] json, HeaderFields member, CommandHeader into) {
        if (member.is(EXT_FIELDS)) {
            int from = member.valueFrom();
            if (json[from] != '{') {
                throw new MalformedFrameException("JSON header: extFields is not an object");
            }
            into.fields.reset(SerializeType.JSON, json, from + 1, member.valueTo() - 1);
        } else if (member.is(CODE)) {
            into.code = number(member);
        } else if (member.is(OPAQUE)) {
            into.opaque = number(member);
        } else if (member.is(FLAG)) {
            into.flag = number(member);
        } else if (member.is(VERSION)) {
            into.version = number(member);
        } else if (member.is(LANGUAGE)) {
            into.language = language(member.stringValue());
        } else if (member.is(REMARK)) {
            into.remark = member.stringValue();
        }
    }

    /** A name, or as some senders have it the ordinal; a language nobody knows is as good as any other. */
    private static LanguageCode language(String text) {
        boolean ordinal = text.length() == 1 && Character.isDigit(text.charAt(0));
        LanguageCode known = ordinal ? LanguageCode.ofCode(text.charAt(0) - '0') : LanguageCode.ofName(text);
        return known == null ? LanguageCode.OTHER : known;
    }

    private static int number(HeaderFields member) {
        try {
            return member.intValue();
        } catch (HeaderException e) {
            throw new MalformedFrameException(e.getMessage());
        }
    }

    static <H> void write(ByteBuf out, CommandToWrite<H> command, int version) {
        HeadBytes head = HeadBytes.ofThread();
        try {
            write(head, command, version);
            head.moveTo(out);
        } catch (RuntimeException e) {
            head.clear();
            throw e;
        }
    }

    private static <H> void write(HeadBytes head, CommandToWrite<H> command, int version) {
        head.put(WRITE_CODE);
        head.putNumber(command.code());
        JsonFieldWriter fields = new JsonFieldWriter(head);
        command.writeFields(fields);
        fields.close();
        head.put(WRITE_FLAG);
        head.putNumber(command.flag());
        head.put(WRITE_OPAQUE);
        head.putNumber(command.opaque());
        if (command.remark() != null) {
            head.put(WRITE_REMARK);
            head.putEscaped(command.remark());
            head.put('"');
        }
        head.put(WRITE_END);
        head.putNumber(version);
        head.put('}');
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
