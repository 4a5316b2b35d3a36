package io.ferrymq.remoting.protocol.body;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ferrymq.common.DataVersion;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.TopicFilterType;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.JsonException;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;

/**
 * The compressed body of a registration: a zlib stream of
 *
 * <pre>
 * | length 4 | data version as JSON |
 * | topics 4 | topics × ( length 4 | "name readQueues writeQueues perm filterType attributesJson" ) |
 * | length 4 | filter servers as JSON array |
 * | mappings 4 | mappings × ( length 4 | JSON ) |      from 5.0 on, static topics
 * </pre>
 *
 * A line has five words from 4.9 and six from 5.x.
 */
final class CompressedRegistration {
    /** Half a million topics; the body itself is at most 16 MiB, but zlib shrinks by up to 1000. */
    private static final int PLAIN_MAX_BYTES = 32 << 20;

    private static final int BLOCK_BYTES = 64 << 10;
    private static final int WORDS_WITHOUT_ATTRIBUTES = 5;

    private CompressedRegistration() {}

    static byte[] write(RegisterBrokerBody body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes, deflater))) {
            TopicConfigSerializeWrapper topics = body.topicConfigSerializeWrapper();
            section(out, Json.encode(topics.dataVersion()));
            out.writeInt(topics.topicConfigTable().size());
            for (TopicConfig topic : topics.topicConfigTable().values()) {
                section(out, line(topic).getBytes(UTF_8));
            }
            section(out, Json.encode(body.filterServerList()));
            out.writeInt(0);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        } finally {
            deflater.end();
        }
        return bytes.toByteArray();
    }

    static RegisterBrokerBody read(byte[] compressed) {
        ByteBuffer plain = inflate(compressed);
        DataVersion version = Json.decode(section(plain, "data version"), DataVersion.class);
        int count = number(plain, "number of topics");
        Map<String, TopicConfig> topics = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            TopicConfig topic = topic(UTF_8.decode(section(plain, "topic")).toString());
            topics.put(topic.topicName(), topic);
        }
        String[] filterServers = Json.decode(section(plain, "filter servers"), String[].class);
        return new RegisterBrokerBody(TopicConfigSerializeWrapper.of(topics, version), Arrays.asList(filterServers));
    }

    private static String line(TopicConfig topic) {
        return topic.topicName()
                + ' '
                + topic.readQueueNums()
                + ' '
                + topic.writeQueueNums()
                + ' '
                + topic.perm()
                + ' '
                + topic.topicFilterType()
                + ' '
                + new String(Json.encode(topic.attributes()), UTF_8);
    }

    private static TopicConfig topic(String line) {
        List<String> words = List.of(line.split(" "));
        if (words.size() < WORDS_WITHOUT_ATTRIBUTES) {
            throw broken("a topic has " + words.size() + " words, expected 5 or 6: " + line, null);
        }
        try {
            return new TopicConfig(
                    words.get(0),
                    Integer.parseInt(words.get(1)),
                    Integer.parseInt(words.get(2)),
                    Integer.parseInt(words.get(3)),
                    TopicFilterType.valueOf(words.get(4)),
                    0,
                    false,
                    attributes(words));
        } catch (IllegalArgumentException e) {
            throw broken("not a topic: " + line, e);
        }
    }

    private static Map<String, String> attributes(List<String> words) {
        // Values with blanks fall apart at them; official name servers lose the attributes then, and so must we.
        return words.size() == WORDS_WITHOUT_ATTRIBUTES + 1
                ? Json.decode(
                                ("{\"table\":" + words.get(WORDS_WITHOUT_ATTRIBUTES) + "}").getBytes(UTF_8),
                                KVTable.class)
                        .table()
                : Map.of();
    }

    private static void section(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static ByteBuffer section(ByteBuffer plain, String what) {
        int length = number(plain, "length of " + what);
        ByteBuffer section = plain.slice(plain.position(), length);
        plain.position(plain.position() + length);
        return section;
    }

    /** A length or count: each byte of a section and each topic takes at least one byte of what is left. */
    private static int number(ByteBuffer plain, String what) {
        if (plain.remaining() < Integer.BYTES) {
            throw broken("ends before the " + what, null);
        }
        int number = plain.getInt();
        if (number < 0 || number > plain.remaining()) {
            throw broken(what + " is " + number + ", " + plain.remaining() + " bytes are left", null);
        }
        return number;
    }

    private static ByteBuffer inflate(byte[] compressed) {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(compressed);
            ByteArrayOutputStream plain = new ByteArrayOutputStream(compressed.length * 4);
            byte[] block = new byte[BLOCK_BYTES];
            while (!inflater.finished()) {
                int read = inflater.inflate(block);
                if (read == 0) {
                    throw broken("the zlib stream is cut off after " + compressed.length + " bytes", null);
                }
                if (plain.size() + read > PLAIN_MAX_BYTES) {
                    throw broken("larger than " + PLAIN_MAX_BYTES + " bytes once inflated", null);
                }
                plain.write(block, 0, read);
            }
            return ByteBuffer.wrap(plain.toByteArray());
        } catch (DataFormatException e) {
            throw broken("no zlib stream: " + e.getMessage(), e);
        } finally {
            inflater.end();
        }
    }

    private static JsonException broken(String text, Throwable cause) {
        return new JsonException("not a compressed RegisterBrokerBody: " + text, cause);
    }
}
