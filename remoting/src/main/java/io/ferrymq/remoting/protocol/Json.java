package io.ferrymq.remoting.protocol;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Bodies of commands and state files as JSON. Members are written in alphabetical order, nulls left out, enums by name. Reads
 * strict JSON and {@link FastjsonDialect}, ignores unknown members, takes missing numbers as 0 and unknown enum names as null.
 * Never on the way of a message.
 */
public final class Json {
    /** A body is at most a frame (16 MiB); a compressed one or a state file may be larger once it is plain. */
    static final int DOCUMENT_MAX_BYTES = 128 << 20;

    /** The deepest body that a peer writes has 7 levels. */
    static final int NESTING_MAX = 64;

    private static final int NUMBER_MAX_CHARS = 100;

    private static final ObjectMapper PLAIN = settings().build();
    private static final ObjectMapper STRICT =
            settings().addModule(MessageQueueJson.strict(PLAIN)).build();
    private static final ObjectMapper PEERS =
            settings().addModule(MessageQueueJson.asPeersWrite(PLAIN)).build();
    private static final ObjectWriter PRETTY = STRICT.writerWithDefaultPrettyPrinter();

    private Json() {}

    /** For peers, on one line, UTF-8: JSON, but for maps whose keys are queues, which official clients read with objects as keys only. */
    public static byte[] encode(Object value) {
        return PEERS.writeValueAsBytes(value);
    }

    /** {@link #encode} for the JSON that header fields hold. */
    public static String encodeText(Object value) {
        return PEERS.writeValueAsString(value);
    }

    /** Strict JSON on one line for any other program: queues as keys are strings. */
    public static byte[] encodeStrict(Object value) {
        return STRICT.writeValueAsBytes(value);
    }

    /** Strict JSON for people: one member a line, as state files have it. */
    public static byte[] encodePretty(Object value) {
        return PRETTY.writeValueAsBytes(value);
    }

    /** The form that clients before 4.9.4 expect of routes: integer keys of maps stand without quotes. */
    public static byte[] encodeLegacy(Object value) {
        return FastjsonDialect.unquoteIntegerKeys(encode(value));
    }

    /** @throws JsonException when the bytes are no JSON, or JSON of another shape, or beyond the limits */
    public static <T> T decode(byte[] json, Class<T> type) {
        return decode(json, 0, json.length, type);
    }

    /** @throws JsonException when the text is no JSON, or JSON of another shape, or beyond the limits */
    public static <T> T decodeText(String json, Class<T> type) {
        return decode(json.getBytes(StandardCharsets.UTF_8), type);
    }

    /** Reads what remains of the buffer, whose position stays.
     *
     * @throws JsonException when the bytes are no JSON, or JSON of another shape, or beyond the limits */
    public static <T> T decode(ByteBuffer json, Class<T> type) {
        if (json.hasArray()) {
            return decode(json.array(), json.arrayOffset() + json.position(), json.remaining(), type);
        }
        byte[] bytes = new byte[json.remaining()];
        json.duplicate().get(bytes);
        return decode(bytes, type);
    }

    private static <T> T decode(byte[] json, int offset, int length, Class<T> type) {
        if (length > DOCUMENT_MAX_BYTES) {
            throw new JsonException(
                    type.getSimpleName() + ": " + length + " bytes, the limit is " + DOCUMENT_MAX_BYTES, null);
        }
        try {
            return require(STRICT.readValue(json, offset, length, type), type);
        } catch (StreamReadException strict) {
            byte[] rewritten = FastjsonDialect.toStrict(json, offset, length);
            if (rewritten == null) {
                throw unreadable(type, strict);
            }
            return decodeRewritten(rewritten, type);
        } catch (JacksonException e) {
            throw unreadable(type, e);
        }
    }

    private static <T> T decodeRewritten(byte[] json, Class<T> type) {
        try {
            return require(STRICT.readValue(json, type), type);
        } catch (JacksonException e) {
            throw unreadable(type, e);
        }
    }

    private static <T> T require(T value, Class<T> type) {
        if (value == null) {
            throw new JsonException("not a " + type.getSimpleName() + ": the document is empty", null);
        }
        return value;
    }

    private static JsonException unreadable(Class<?> type, JacksonException e) {
        TokenStreamLocation at = e.getLocation();
        String where = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
        return new JsonException("not a " + type.getSimpleName() + where + ": " + JsonProblem.of(e), e);
    }

    private static JsonMapper.Builder settings() {
        JsonFactory factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(NESTING_MAX)
                        .maxDocumentLength(DOCUMENT_MAX_BYTES)
                        .maxNumberLength(NUMBER_MAX_CHARS)
                        .build())
                .build();
        return JsonMapper.builder(factory)
                .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .disable(MapperFeature.SORT_CREATOR_PROPERTIES_FIRST)
                .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .disable(EnumFeature.READ_ENUMS_USING_TO_STRING)
                .disable(EnumFeature.WRITE_ENUMS_USING_TO_STRING)
                .enable(EnumFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)
                // Members are the components of records and the fields of beans; methods like isReadable() are not.
                .changeDefaultVisibility(visibility -> visibility
                        .withVisibility(PropertyAccessor.ALL, JsonAutoDetect.Visibility.NONE)
                        .withVisibility(PropertyAccessor.CREATOR, JsonAutoDetect.Visibility.PUBLIC_ONLY)
                        .withVisibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY))
                .changeDefaultPropertyInclusion(inclusion -> inclusion
                        .withValueInclusion(JsonInclude.Include.NON_NULL)
                        .withContentInclusion(JsonInclude.Include.NON_NULL));
    }
}
