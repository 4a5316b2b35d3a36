package io.ferrymq.remoting;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** A peer that writes and reads bytes, right or wrong. */
final class RawPeer implements AutoCloseable {
    private static final int TIMEOUT_MS = 30_000;

    private final Socket socket;
    private final DataInputStream in;

    private RawPeer(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MS);
        this.in = new DataInputStream(socket.getInputStream());
    }

    static RawPeer connect(InetSocketAddress server) throws IOException {
        return new RawPeer(new Socket(server.getAddress(), server.getPort()));
    }

    /** The same connection from here on through TLS, trusting anybody. */
    RawPeer startTls() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new TrustAnybody()}, null);
        return new RawPeer(context.getSocketFactory().createSocket(socket, "localhost", socket.getPort(), true));
    }

    RawPeer send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    RawPeer send(String ascii) throws IOException {
        return send(ascii.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawPeer sendHex(String hex) throws IOException {
        return send(hex(hex));
    }

    static byte[] hex(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    /** A frame with a JSON header. */
    static byte[] json(String header, byte... body) {
        return frame(0, header.getBytes(StandardCharsets.UTF_8), body);
    }

    static byte[] frame(int form, byte[] header, byte... body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(int32(4 + header.length + body.length));
        out.writeBytes(int32(form << 24 | header.length));
        out.writeBytes(header);
        out.writeBytes(body);
        return out.toByteArray();
    }

    static byte[] int32(int value) {
        return new byte[] {(byte) (value >> 24), (byte) (value >> 16), (byte) (value >> 8), (byte) value};
    }

    /** The next frame behind its length. */
    byte[] read() throws IOException {
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        return frame;
    }

    /** The next frame without length and marker, as text. */
    String readText() throws IOException {
        byte[] frame = read();
        return new String(frame, 4, frame.length - 4, StandardCharsets.UTF_8);
    }

    /** Waits for the server to end the connection, without an answer. */
    boolean isClosedByPeer() throws IOException {
        try {
            return in.read() < 0;
        } catch (EOFException | SocketException reset) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private static final class TrustAnybody implements X509TrustManager {
        @Override
        public void checkClientTrusted(java.security.cert.X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(java.security.cert.X509Certificate[] chain, String authType) {}

        @Override
        public java.security.cert.X509Certificate[] getAcceptedIssuers() {
            return new java.security.cert.X509Certificate[0];
        }
    }
}
