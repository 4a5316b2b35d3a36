package io.ferrymq.distribution.fuzz;

import io.ferrymq.remoting.codec.SerializeType;
import io.ferrymq.remoting.protocol.Json;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A socket and what goes over it: frames put together by hand, so that they can be as wrong as one likes. */
final class RawPeer implements Closeable {
    static final int ONEWAY = 2;
    private static final int ANSWER_MAX_MS = 30_000;

    private final Socket socket;
    private final SerializeType form;
    private final DataInputStream in;

    RawPeer(String address, SerializeType form) throws IOException {
        int colon = address.lastIndexOf(':');
        this.socket = new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
        this.form = form;
        socket.setSoTimeout(ANSWER_MAX_MS);
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
    }

    /** What came back. */
    record Answer(int opaque, int code, String remark, byte[] body) {}

    void send(int code, int opaque, int flag, Map<String, String> fields, byte[] body) throws IOException {
        byte[] header =
                form == SerializeType.JSON ? json(code, opaque, flag, fields) : binary(code, opaque, flag, fields);
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(frame);
        out.writeInt(Integer.BYTES + header.length + body.length);
        out.writeInt((form == SerializeType.JSON ? 0 : 1 << 24) | header.length);
        out.write(header);
        out.write(body);
        socket.getOutputStream().write(frame.toByteArray());
    }

    /** The next answer; empty when the connection was closed instead. Too late is an exception. */
    Optional<Answer> read() throws IOException {
        try {
            byte[] frame = in.readNBytes(in.readInt());
            DataInputStream content = new DataInputStream(new java.io.ByteArrayInputStream(frame));
            int marker = content.readInt();
            byte[] header = content.readNBytes(marker & 0xFFFFFF);
            byte[] body = content.readAllBytes();
            return Optional.of(marker >>> 24 == 0 ? jsonAnswer(header, body) : binaryAnswer(header, body));
        } catch (EOFException | SocketException closed) {
            return Optional.empty();
        }
    }

    private static byte[] json(int code, int opaque, int flag, Map<String, String> fields) {
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("code", code);
        header.put("language", "CPP");
        header.put("version", 400);
        header.put("opaque", opaque);
        header.put("flag", flag);
        header.put("extFields", fields);
        return Json.encodeStrict(header);
    }

    private static byte[] binary(int code, int opaque, int flag, Map<String, String> fields) throws IOException {
        ByteArrayOutputStream entries = new ByteArrayOutputStream();
        DataOutputStream entry = new DataOutputStream(entries);
        for (Map.Entry<String, String> field : fields.entrySet()) {
            byte[] name = field.getKey().getBytes(StandardCharsets.UTF_8);
            byte[] value = field.getValue().getBytes(StandardCharsets.UTF_8);
            entry.writeShort(name.length);
            entry.write(name);
            entry.writeInt(value.length);
            entry.write(value);
        }
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(header);
        out.writeShort(code);
        out.writeByte(1);
        out.writeShort(400);
        out.writeInt(opaque);
        out.writeInt(flag);
        out.writeInt(0);
        out.writeInt(entries.size());
        out.write(entries.toByteArray());
        return header.toByteArray();
    }

    private static Answer jsonAnswer(byte[] header, byte[] body) {
        Map<?, ?> members = Json.decode(header, Map.class);
        return new Answer(
                ((Number) members.get("opaque")).intValue(),
                ((Number) members.get("code")).intValue(),
                members.get("remark") == null ? "" : members.get("remark").toString(),
                body);
    }

    private static Answer binaryAnswer(byte[] header, byte[] body) throws IOException {
        DataInputStream in = new DataInputStream(new java.io.ByteArrayInputStream(header));
        int code = in.readShort();
        in.skipNBytes(3);
        int opaque = in.readInt();
        in.skipNBytes(4);
        String remark = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
        return new Answer(opaque, code, remark, body);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
