package io.ferrymq.namesrv;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Frames written and read byte by byte, as a peer of any version sends them. */
final class RawFrames {
    private RawFrames() {}

    /** Asks and returns header and body of the answer as text. */
    static String ask(Socket socket, int code, int version, String extFields) throws IOException {
        byte[] header = ("{\"code\":" + code + ",\"extFields\":{" + extFields + "},\"flag\":0,\"language\":\"JAVA\","
                        + "\"opaque\":7,\"serializeTypeCurrentRPC\":\"JSON\",\"version\":" + version + "}")
                .getBytes(StandardCharsets.UTF_8);
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(4 + header.length);
        out.writeInt(header.length);
        out.write(header);
        out.flush();
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] answer = new byte[in.readInt()];
        in.readFully(answer);
        return new String(answer, 4, answer.length - 4, StandardCharsets.UTF_8);
    }
}
