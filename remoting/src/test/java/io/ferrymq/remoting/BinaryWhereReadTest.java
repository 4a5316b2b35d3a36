package io.ferrymq.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.remoting.codec.SerializeType;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.SendMessageCodec;
import io.ferrymq.remoting.protocol.header.SendMessageRequestHeader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sends take the binary form when the peer has shown that it reads it, and only then. */
class BinaryWhereReadTest {
    private static final int TIMEOUT_MS = 5_000;

    private final IoThreads threads = new IoThreads("form", 1);
    private final ExecutorService acceptor = Executors.newCachedThreadPool();
    /** The form byte of each frame that came. */
    private final List<Integer> forms = new CopyOnWriteArrayList<>();

    private ServerSocket listening;
    private volatile String answer;

    @BeforeEach
    void listen() throws IOException {
        listening = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        acceptor.execute(() -> {
            while (!listening.isClosed()) {
                try {
                    Socket accepted = listening.accept();
                    acceptor.execute(() -> serve(accepted));
                } catch (IOException closed) {
                    return;
                }
            }
        });
    }

    @AfterEach
    void stop() throws IOException {
        listening.close();
        acceptor.shutdownNow();
        threads.close();
    }

    private void serve(Socket accepted) {
        try (accepted) {
            DataInputStream in = new DataInputStream(accepted.getInputStream());
            OutputStream out = accepted.getOutputStream();
            while (true) {
                byte[] frame = new byte[in.readInt()];
                in.readFully(frame);
                int form = frame[0];
                forms.add(form);
                out.write(RawPeer.json(answer.replace("OPAQUE", Integer.toString(opaque(form, frame)))));
                out.flush();
            }
        } catch (IOException ended) {
            // The client went.
        }
    }

    private static int opaque(int form, byte[] frame) {
        if (form == 1) {
            return ByteBuffer.wrap(frame).getInt(4 + 5);
        }
        String json = new String(frame, 4, frame.length - 4, StandardCharsets.ISO_8859_1);
        return Integer.parseInt(json.replaceAll("(?s).*\"opaque\":(\\d+).*", "$1"));
    }

    private static Request<?> send() {
        return new Request<>(
                RequestCode.SEND_MESSAGE_V2,
                new SendMessageRequestHeader(
                        "g", "t", "TBW102", 4, 0, 0, 1, 0, new byte[0], 0, false, null, false, "b"),
                SendMessageCodec.V2,
                new byte[] {1});
    }

    private void callThrice(RemotingSettings settings, Request<?> request) throws Exception {
        try (RemotingClient client = new RemotingClient(threads, settings, HandlerTable.empty())) {
            for (int i = 0; i < 3; i++) {
                String address = "127.0.0.1:" + listening.getLocalPort();
                assertThat(client.call(address, request, TIMEOUT_MS).code()).isZero();
            }
        }
    }

    private static String answer(String language, int version) {
        return "{\"code\":0,\"flag\":1,\"language\":\"" + language + "\",\"opaque\":OPAQUE,\"version\":" + version
                + "}";
    }

    @Test
    void shouldSendBinaryAfterTheFirstAnswerOfAJavaPeer() throws Exception {
        answer = answer("JAVA", 409);
        callThrice(RemotingSettings.defaults(), send());
        assertThat(forms).containsExactly(0, 1, 1);
    }

    @Test
    void shouldStayWithJsonForPeersThatMayNotReadBinary() throws Exception {
        answer = answer("GO", 409);
        callThrice(RemotingSettings.defaults(), send());
        answer = answer("JAVA", 0);
        callThrice(RemotingSettings.defaults(), send());
        assertThat(forms).containsOnly(0).hasSize(6);
    }

    @Test
    void shouldStayWithJsonForRequestsWhoseEmptyValuesMatter() throws Exception {
        answer = answer("JAVA", 479);
        callThrice(RemotingSettings.defaults(), Request.of(RequestCode.GET_BROKER_CONFIG));
        assertThat(forms).containsExactly(0, 0, 0);
    }

    @Test
    void shouldKeepToAConfiguredForm() throws Exception {
        answer = answer("JAVA", 479);
        callThrice(RemotingSettings.defaults().withSerializeType(SerializeType.JSON), send());
        callThrice(RemotingSettings.defaults().withSerializeType(SerializeType.ROCKETMQ), send());
        assertThat(forms).containsExactly(0, 0, 0, 1, 1, 1);
    }
}
