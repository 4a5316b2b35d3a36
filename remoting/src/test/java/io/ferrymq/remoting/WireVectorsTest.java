package io.ferrymq.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The wire, byte by byte, over real sockets (spec: remoting 1.1 to 1.4, 19). */
class WireVectorsTest {
    private TestServer server;
    private RawPeer peer;

    @BeforeEach
    void connect() throws Exception {
        server = new TestServer(RemotingSettings.defaults());
        peer = server.peer();
    }

    @AfterEach
    void close() throws Exception {
        peer.close();
        server.close();
    }

    @Test
    void shouldSpeakTheJsonVector() throws Exception {
        peer.sendHex("00000080 0000007c")
                .send("{\"code\":105,\"extFields\":{\"topic\":\"T1\"},\"flag\":0,\"language\":\"JAVA\",\"opaque\":7,"
                        + "\"serializeTypeCurrentRPC\":\"JSON\",\"version\":479}");
        byte[] answer = peer.read();
        String expected = "{\"code\":17,\"flag\":1,\"language\":\"JAVA\",\"opaque\":7,\"remark\":\"no such topic\","
                + "\"serializeTypeCurrentRPC\":\"JSON\",\"version\":479}";
        assertThat(answer).startsWith(0, 0, 0, expected.length());
        assertThat(new String(answer, 4, answer.length - 4, java.nio.charset.StandardCharsets.UTF_8))
                .isEqualTo(expected);
    }

    @Test
    void shouldSpeakTheBinaryVectorAndAnswerInItsForm() throws Exception {
        peer.sendHex(
                "0000002a 01000024 0069 00 01df 00000007 00000000 00000002 6869 0000000d 0005 746f706963 00000002 5431"
                        + " 0102");
        assertThat(peer.read())
                .containsExactly(RawPeer.hex(
                        "01000022" // binary, 34 bytes of header
                                + "0011 00 01df" // code 17, JAVA, version 479
                                + "00000007 00000001" // opaque, answer
                                + "0000000d 6e6f207375636820746f706963" // no such topic
                                + "00000000")); // no fields
    }

    static Stream<String> toleratedHeaders() {
        String fields = "\"extFields\":{\"text\":\"hi\",\"number\":\"5\"}";
        return Stream.of(
                "{\"code\":9001,\"opaque\":7," + fields + "}",
                " {\n\t\"opaque\" : 7 ,\r\n " + fields + " , \"code\" : 9001 } ",
                "{\"code\":9001,\"opaque\":7," + fields + ",\"unknown\":{\"a\":[1,{\"b\":\"}\"}]},\"more\":1.5e3}",
                "{\"code\":9001,\"opaque\":7," + fields + ",\"remark\":null}",
                "{\"code\":9001,\"opaque\":7,\"extFields\":{\"text\":\"hi\",\"number\":5,\"other\":true}}",
                "{\"code\":9001,\"opaque\":7,\"language\":\"KLINGON\"," + fields + "}",
                "{\"code\":9001,\"opaque\":7,\"language\":9," + fields + "}",
                "{\"code\":9001,\"opaque\":7,\"extFields\":{\"t\\u0065xt\":\"\\u0068i\",\"number\":\"4\",\"number\":\"5\"}}",
                "{\"code\":9001,\"opaque\":7,\"extFields\":{\"text\":\"hi\",\"number\":\"+5\",\"maybe\":null}}");
    }

    @ParameterizedTest
    @MethodSource("toleratedHeaders")
    void shouldReadWhatOfficialPeersRead(String header) throws Exception {
        String answer = peer.send(RawPeer.json(header)).readText();
        assertThat(answer).contains("\"code\":0", "\"number\":\"5\"", "\"opaque\":7", "\"text\":\"hi\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"number\":\"five\"", "\"number\":\"99999999999\"", "\"number\":\"\"", "\"other\":\"1\""})
    void shouldNameABadField(String field) throws Exception {
        String header = "{\"code\":9001,\"opaque\":7,\"extFields\":{\"text\":\"hi\"," + field + "}}";
        String answer = peer.send(RawPeer.json(header)).readText();
        assertThat(answer).contains("\"code\":1", "number").doesNotContain("java.lang");
    }

    @Test
    void shouldTakeTheLastOfDoubleFieldsAndNoValueForAnEmptyOne() throws Exception {
        ByteArrayOutputStream fields = new ByteArrayOutputStream();
        fields.writeBytes(RawPeer.hex("0004 74657874 00000002 6869")); // text hi
        fields.writeBytes(RawPeer.hex("0006 6e756d626572 00000001 34")); // number 4
        fields.writeBytes(RawPeer.hex("0005 6d61796265 00000000")); // maybe, empty
        fields.writeBytes(RawPeer.hex("0006 6e756d626572 00000001 35")); // number 5
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        header.writeBytes(RawPeer.hex("2329 0c 01df 00000007 00000000 00000000"));
        header.writeBytes(RawPeer.int32(fields.size()));
        header.writeBytes(fields.toByteArray());
        byte[] answer =
                peer.send(RawPeer.frame(1, header.toByteArray(), (byte) 9)).read();
        String text = new String(answer, java.nio.charset.StandardCharsets.ISO_8859_1);
        assertThat(answer).startsWith(1).endsWith(9);
        assertThat(text).contains("number\0\0\0\0015").doesNotContain("maybe");
    }

    @Test
    void shouldReadFramesHoweverTheyAreCut() throws Exception {
        byte[] frame = RawPeer.json(TestServer.ECHO_JSON, (byte) 1, (byte) 2);
        for (byte b : frame) {
            peer.send(new byte[] {b});
        }
        assertThat(peer.read()).endsWith(1, 2);
        ByteArrayOutputStream many = new ByteArrayOutputStream();
        for (int i = 0; i < 100; i++) {
            many.writeBytes(frame);
        }
        peer.send(many.toByteArray());
        for (int i = 0; i < 100; i++) {
            assertThat(peer.read()).endsWith(1, 2);
        }
    }

    @Test
    void shouldMixBothFormsOnOneConnection() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(peer.send(RawPeer.json(TestServer.ECHO_JSON)).read()).startsWith(0);
            peer.sendHex("00000019 01000015 0069 00 01df 00000007 00000000 00000000 00000000");
            assertThat(peer.read()).startsWith(1);
        }
    }

    @Test
    void shouldNeverAnswerOneWayRequests() throws Exception {
        String oneway = TestServer.ECHO_JSON.replace("\"flag\":0", "\"flag\":2");
        String unknown = "{\"code\":4711,\"flag\":2,\"opaque\":1}";
        String bad = "{\"code\":9001,\"flag\":2,\"opaque\":1}";
        for (String header : new String[] {oneway, unknown, bad}) {
            peer.send(RawPeer.json(header));
        }
        assertThat(peer.send(RawPeer.json(TestServer.WHO_JSON)).readText()).contains("\"opaque\":8");
    }

    @Test
    void shouldPassOverAnswersThatNobodyWaitsFor() throws Exception {
        peer.send(RawPeer.json("{\"code\":0,\"flag\":1,\"opaque\":99}"));
        assertThat(peer.send(RawPeer.json(TestServer.ECHO_JSON)).readText()).contains("\"code\":0");
    }

    @Test
    void shouldTellThatAnAnswerIsTooLarge() throws Exception {
        String header = "{\"code\":9003,\"opaque\":7,\"extFields\":{\"text\":\"\",\"number\":\"20000000\"}}";
        String answer = peer.send(RawPeer.json(header)).readText();
        assertThat(answer).contains("\"code\":1", "16777216");
        assertThat(peer.send(RawPeer.json(TestServer.ECHO_JSON)).readText()).contains("\"code\":0");
    }
}
