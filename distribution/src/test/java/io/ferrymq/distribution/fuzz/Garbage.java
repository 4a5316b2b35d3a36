package io.ferrymq.distribution.fuzz;

import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What peers with errors send. */
final class Garbage {
    /** No number, or none that fits. */
    static final List<String> NO_NUMBERS =
            List.of("x", " ", "1.5", "true", "99999999999999999999", "-99999999999999999999");

    static final List<String> NUMBERS =
            List.of("-1", "2147483647", "-2147483648", "9223372036854775807", "-9223372036854775808");

    static final List<String> TEXTS = List.of(
            "",
            " ",
            "-1",
            "../../../etc",
            "a".repeat(5_000),
            "\u6f22\u5b57",
            "a\u0001b\u0002c",
            "%RETRY%",
            "{\"a\":[",
            "a@b^c:1;2,3");

    static final Map<String, byte[]> BODIES = Map.ofEntries(
            body("empty", ""),
            body("cut", "{\"a\":{\"b\":[1,2"),
            body("list", "[1,\"a\",{}]"),
            body("object", "{}"),
            body("number", "17"),
            body("text", "\"text\""),
            body("the null document", "null"),
            body("deep", "{\"a\":" + "[".repeat(20_000)),
            body("words", "a=b\nlistenPort=x\n=\nc"),
            body(
                    "members of other types",
                    "{\"clientID\":{},\"consumerDataSet\":\"x\",\"topicConfigList\":7,\"groupConfigList\":{},\"mqSet\":true,"
                            + "\"topicName\":[],\"groupName\":{\"a\":1},\"topicConfigSerializeWrapper\":[],\"queueDatas\":3,"
                            + "\"counter\":\"x\",\"offsetTable\":[]}"),
            body(
                    "members that are null",
                    "{\"clientID\":null,\"consumerDataSet\":[null],\"producerDataSet\":[null],\"topicConfigList\":[null],"
                            + "\"groupConfigList\":[null],\"mqSet\":[null],\"topicName\":null,\"groupName\":null,"
                            + "\"consumerGroup\":\"g\",\"clientId\":\"c\",\"queueDatas\":[null],"
                            + "\"topicConfigSerializeWrapper\":{\"topicConfigTable\":{\"a\":null}}}"),
            body(
                    "members within members",
                    "{\"clientID\":\"c\",\"consumerDataSet\":[{\"groupName\":\"fuzzers\",\"subscriptionDataSet\":[null,"
                            + "{\"topic\":null,\"subString\":null}]},{}],\"producerDataSet\":[{}],\"topicConfigList\":[{}],"
                            + "\"groupConfigList\":[{}],\"mqSet\":[{}],\"consumerGroup\":\"g\",\"clientId\":\"c\","
                            + "\"queueDatas\":[{}],\"topicConfigSerializeWrapper\":{\"topicConfigTable\":{\"a\":{}}}}"),
            Map.entry("random", random()));

    private Garbage() {}

    private static Map.Entry<String, byte[]> body(String name, String text) {
        return Map.entry(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] random() {
        byte[] bytes = new byte[2_000];
        new Random(205).nextBytes(bytes);
        return bytes;
    }

    static boolean isNumber(RecordComponent field) {
        return List.of(int.class, Integer.class, long.class, Long.class).contains(field.getType());
    }

    static boolean isBoolean(RecordComponent field) {
        return List.of(boolean.class, Boolean.class).contains(field.getType());
    }

    /** A value that a header field of this type may have. */
    static String plausible(RecordComponent field) {
        if (isNumber(field)) {
            return "1";
        }
        if (isBoolean(field)) {
            return "false";
        }
        return field.getType().isEnum() ? field.getType().getEnumConstants()[0].toString() : "fuzz";
    }
}
