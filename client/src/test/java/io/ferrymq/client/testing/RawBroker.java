package io.ferrymq.client.testing;

import io.ferrymq.remoting.codec.CommandHeader;
import io.ferrymq.remoting.codec.SerializeType;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A broker of a plain socket that shows what really came over the wire, field by field. Sends are answered with success. */
public final class RawBroker implements AutoCloseable {
    private static final int ONEWAY_BIT = 2;

    private final ServerSocket server;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<Frame> frames = new CopyOnWriteArrayList<>();

    /** A request as it came. */
    public record Frame(Map<String, Object> header, Map<String, String> fields, byte[] body) {
        public int code() {
            return (Integer) header.get("code");
        }

        public boolean oneway() {
            return ((Integer) header.get("flag") & ONEWAY_BIT) != 0;
        }
    }

    /** @param port 0 for any */
    public RawBroker(int port) throws IOException {
        server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        start("raw-broker", this::accept);
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    public int port() {
        return server.getLocalPort();
    }

    public String address() {
        return "127.0.0.1:" + port();
    }

    /** Requests with one of the codes of sends, as they came. */
    public List<Frame> sends() {
        return frames.stream()
                .filter(frame ->
                        frame.code() != RequestCode.HEART_BEAT && frame.code() != RequestCode.UNREGISTER_CLIENT)
                .toList();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                sockets.add(socket);
                start("raw-broker-connection", () -> serve(socket));
            } catch (SocketException closed) {
                return;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            while (true) {
                Frame frame = read(in);
                frames.add(frame);
                if (!frame.oneway()) {
                    answer(out, (Integer) frame.header().get("opaque"));
                }
            }
        } catch (EOFException | SocketException closed) {
            sockets.remove(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static Frame read(DataInputStream in) throws IOException {
        int frameBytes = in.readInt();
        int marker = in.readInt();
        int headerBytes = marker & 0xFFFFFF;
        byte[] header = in.readNBytes(headerBytes);
        byte[] body = in.readNBytes(frameBytes - Integer.BYTES - headerBytes);
        if (marker >>> 24 == 1) {
            return binary(header, body);
        }
        Map<String, Object> json = Json.decode(header, Map.class);
        Map<String, String> fields = new TreeMap<>();
        if (json.get("extFields") instanceof Map<?, ?> ext) {
            ext.forEach((name, value) -> fields.put(name.toString(), value.toString()));
        }
        return new Frame(json, fields, body);
    }

    private static Frame binary(byte[] bytes, byte[] body) {
        CommandHeader header = new CommandHeader();
        header.read(SerializeType.ROCKETMQ, bytes, bytes.length);
        Map<String, Object> members = Map.of(
                "code", header.code(),
                "flag", header.flag(),
                "opaque", header.opaque(),
                "version", header.version(),
                "language", header.language().name());
        return new Frame(members, new TreeMap<>(header.fields().toMap()), body);
    }

    private static void answer(DataOutputStream out, int opaque) throws IOException {
        byte[] header = ("{\"code\":0,\"flag\":1,\"language\":\"JAVA\",\"version\":475,\"opaque\":" + opaque
                        + ",\"extFields\":{\"msgId\":\"7F00000100002A9F0000000000000000\",\"queueId\":\"0\","
                        + "\"queueOffset\":\"0\",\"MSG_REGION\":\"DefaultRegion\",\"TRACE_ON\":\"true\"}}")
                .getBytes(StandardCharsets.UTF_8);
        out.writeInt(Integer.BYTES + header.length);
        out.writeInt(header.length);
        out.write(header);
        out.flush();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
