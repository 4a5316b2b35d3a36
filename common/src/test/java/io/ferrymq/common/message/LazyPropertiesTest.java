package io.ferrymq.common.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Properties of messages that were read: they look as a map does, whatever is asked first. */
class LazyPropertiesTest {
    private static MessageExt read(String properties) {
        MessageExt message = new MessageExt();
        message.setProperties(new LazyProperties(properties.getBytes(StandardCharsets.UTF_8)));
        return message;
    }

    @Test
    void shouldFindValuesInTheBytes() {
        MessageExt message = read("TAGS\1red\2KEYS\1k1\2größe\1äö\2A\1one\2A\1two\2empty\1\2noSeparator\2v\1a\1b");

        assertThat(message.getTags()).isEqualTo("red");
        assertThat(message.getKeys()).isEqualTo("k1");
        assertThat(message.getProperty("größe")).isEqualTo("äö");
        assertThat(message.getProperty("A")).as("the later wins").isEqualTo("two");
        assertThat(message.getProperty("empty")).isNull();
        assertThat(message.getProperty("noSeparator")).isNull();
        assertThat(message.getProperty("v")).isEqualTo("a\1b");
        assertThat(message.getProperty("TAG")).isNull();
        assertThat(message.getProperty("TAGSX")).isNull();
        assertThat(message.getProperty("grö")).isNull();
        assertThat(message.hasProperty("KEYS")).isTrue();
        assertThat(message.hasProperty("empty")).isFalse();
        assertThat(message.getProperty(null)).isNull();
    }

    @Test
    void shouldLetWhatIsPutWinOverTheBytesAndStandInTheMap() {
        MessageExt message = read("TAGS\1red\2KEYS\1k1\2");
        String[] shared = {"MIN_OFFSET", "0", "MAX_OFFSET", "9"};
        message.putShared(shared);
        message.setTags("blue");
        for (int i = 0; i < 20; i++) {
            message.putUserProperty("p" + i % 12, "v" + i);
        }

        assertThat(message.getTags()).isEqualTo("blue");
        assertThat(message.getProperty("MAX_OFFSET")).isEqualTo("9");
        assertThat(message.getProperty("p7")).isEqualTo("v19");
        assertThat(message.getProperties())
                .hasSize(16)
                .containsEntry("KEYS", "k1")
                .containsEntry("TAGS", "blue");
        assertThat(shared).as("shared with other messages").containsExactly("MIN_OFFSET", "0", "MAX_OFFSET", "9");
    }

    @Test
    void shouldGiveTheLiveMap() {
        MessageExt message = read("TAGS\1red\2");
        Map<String, String> map = message.getProperties();
        map.put("x", "1");
        message.clearProperty("TAGS");
        message.putUserProperty("y", "2");

        assertThat(message.getProperty("x")).isEqualTo("1");
        assertThat(message.getTags()).isNull();
        assertThat(map).isEqualTo(Map.of("x", "1", "y", "2")).isSameAs(message.getProperties());
        message.setProperties(Map.of("z", "3"));
        assertThat(message.getProperty("x")).isNull();
        assertThat(message.getProperty("z")).isEqualTo("3");
    }

    @Test
    void shouldAgreeWithTheMapOnAnyBytes() {
        Random random = new Random(5);
        for (int round = 0; round < 3_000; round++) {
            byte[] bytes = new byte[random.nextInt(60)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (random.nextInt(3) == 0 ? 1 + random.nextInt(2) : 'A' + random.nextInt(3));
            }
            Map<String, String> expected = new LinkedHashMap<>();
            for (String entry : new String(bytes, StandardCharsets.UTF_8).split("\2")) {
                int separator = entry.indexOf(1);
                if (separator > 0 && separator < entry.length() - 1) {
                    expected.put(entry.substring(0, separator), entry.substring(separator + 1));
                }
            }
            LazyProperties lazy = new LazyProperties(bytes);

            for (String name : List.of("A", "B", "C", "AA", "AB", "BC", "ABC")) {
                assertThat(lazy.get(name)).as("round %d", round).isEqualTo(expected.get(name));
            }
            assertThat(lazy.map()).as("round %d", round).isEqualTo(expected);
        }
    }

    @Test
    void shouldTravelByJavaSerialization() throws IOException, ClassNotFoundException {
        MessageExt message = read("TAGS\1red\2");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(message);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(((MessageExt) in.readObject()).getTags()).isEqualTo("red");
        }
    }

    @Test
    void shouldTellNeighboursWithOtherHostsTopicsAndIdsApart() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        String[] topics = {"topicA", "topicA", "topicB", "topic", "topicA"};
        for (int i = 0; i < topics.length; i++) {
            MessageExt message = new MessageExt();
            message.setTopic(topics[i]);
            message.setBody(new byte[] {(byte) i});
            message.setBornHost(new InetSocketAddress("10.0.0." + i / 2, 100 + i % 2));
            message.setStoreHost(new InetSocketAddress(i == 3 ? "::1" : "10.0.1.1", 200));
            if (i == 3) {
                message.setStoreHostAddressV6Flag();
            }
            message.setCommitLogOffset(1_000 + i);
            bytes.writeBytes(MessageDecoder.encode(message, false));
        }

        List<MessageExt> read = MessageDecoder.decodesBatch(ByteBuffer.wrap(bytes.toByteArray()), true, true, true);

        assertThat(read).extracting(MessageExt::getTopic).containsExactly(topics);
        for (int i = 0; i < topics.length; i++) {
            MessageExt message = read.get(i);
            assertThat(message.getBornHost()).isEqualTo(new InetSocketAddress("10.0.0." + i / 2, 100 + i % 2));
            assertThat(message.getStoreHost()).isEqualTo(new InetSocketAddress(i == 3 ? "::1" : "10.0.1.1", 200));
            assertThat(message.getProperties()).isNull();
            String id = MessageDecoder.createMessageId(message.getStoreHost(), 1_000 + i);
            assertThat(((MessageClientExt) message).getOffsetMsgId()).isEqualTo(id);
            assertThat(message.getMsgId()).isEqualTo(id);
            assertThat(message.toString()).contains("msgId=" + id);
        }
    }
}
