package io.ferrymq.common.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PropertyBytesTest {
    private static final String N = "\u0001";
    private static final String E = "\u0002";

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static PropertyBytes scan(String text) {
        return PropertyBytes.scan(utf8(text));
    }

    @Test
    void shouldFindTheValuesOfReservedNames() {
        PropertyBytes properties = scan("TAGS" + N + "red" + E + "KEYS" + N + "k1" + E + "UNIQ_KEY" + N + "U1" + E);

        assertThat(properties.get(PropertyName.TAGS)).isEqualTo("red");
        assertThat(properties.get(PropertyName.KEYS)).isEqualTo("k1");
        assertThat(properties.get(PropertyName.UNIQ_KEY)).isEqualTo("U1");
        assertThat(properties.has(PropertyName.DELAY)).isFalse();
        assertThat(properties.get(PropertyName.DELAY)).isNull();
        assertThat(properties.get(PropertyName.DELAY, "7")).isEqualTo("7");
    }

    @ParameterizedTest
    @EnumSource(PropertyName.class)
    void shouldFindEveryReservedName(PropertyName name) {
        PropertyBytes properties = scan("x" + N + "y" + E + name.text() + N + "v" + E);

        assertThat(properties.get(name)).isEqualTo("v");
        assertThat(properties.get(name.text())).isEqualTo("v");
    }

    @Test
    void shouldHoldAllReservedNamesAtOnce() {
        Map<String, String> all = new LinkedHashMap<>();
        for (PropertyName name : PropertyName.values()) {
            all.put(name.text(), "value of " + name);
        }

        PropertyBytes properties = PropertyBytes.of(all);

        for (PropertyName name : PropertyName.values()) {
            assertThat(properties.get(name)).isEqualTo("value of " + name);
        }
        assertThat(properties.toMap()).isEqualTo(all);
    }

    @Test
    void shouldAcceptAMissingLastTerminator() {
        assertThat(scan("TAGS" + N + "red").get(PropertyName.TAGS)).isEqualTo("red");
    }

    @Test
    void shouldIgnoreEntriesWithoutSeparatorNameOrValue() {
        PropertyBytes properties = scan(
                "TAGS" + E + N + "x" + E + "KEYS" + N + E + E + "DELAY" + N + E + "WAIT" + N + "true" + E + "CLUSTER");

        assertThat(properties.toMap()).isEqualTo(Map.of("WAIT", "true"));
        assertThat(properties.has(PropertyName.TAGS)).isFalse();
        assertThat(properties.has(PropertyName.KEYS)).isFalse();
        assertThat(properties.has(PropertyName.DELAY)).isFalse();
        assertThat(properties.isTrue(PropertyName.WAIT)).isTrue();
    }

    @Test
    void shouldSplitAnEntryAtItsFirstSeparator() {
        assertThat(scan("TAGS" + N + "a" + N + "b" + E).get(PropertyName.TAGS)).isEqualTo("a" + N + "b");
    }

    @Test
    void shouldLetTheLaterOfTwoEntriesWin() {
        PropertyBytes properties =
                scan("TAGS" + N + "a" + E + "x" + N + "1" + E + "TAGS" + N + "bb" + E + "x" + N + "2" + E);

        assertThat(properties.get(PropertyName.TAGS)).isEqualTo("bb");
        assertThat(properties.get("x")).isEqualTo("2");
        assertThat(properties.tagsCode()).isEqualTo("bb".hashCode());
    }

    @Test
    void shouldReadFromTheMiddleOfAnArray() {
        byte[] array = utf8("#####TAGS" + N + "red" + E + "#####");

        PropertyBytes properties = PropertyBytes.scan(array, 5, 9);

        assertThat(properties.get(PropertyName.TAGS)).isEqualTo("red");
        assertThat(properties.bytes()).isEqualTo(utf8("TAGS" + N + "red" + E));
        assertThat(properties.length()).isEqualTo(9);
        ByteBuffer out = ByteBuffer.allocate(9);
        properties.copyTo(out);
        assertThat(out.array()).isEqualTo(properties.bytes());
    }

    @Test
    void shouldReadNumbers() {
        PropertyBytes properties = scan("DELAY" + N + "3" + E + "TIMER_DELIVER_MS" + N + "1700000000000" + E
                + "REAL_QID" + N
                + "x7" + E + "INNER_NUM" + N + "-12" + E + "INNER_BASE" + N + "9223372036854775807" + E + "TTL" + N
                + "99999999999999999999" + E + "MIN_OFFSET" + N + "-" + E);

        assertThat(properties.getInt(PropertyName.DELAY, 0)).isEqualTo(3);
        assertThat(properties.getLong(PropertyName.TIMER_DELIVER_MS, 0)).isEqualTo(1_700_000_000_000L);
        assertThat(properties.getInt(PropertyName.TIMER_DELIVER_MS, -1)).isEqualTo(-1);
        assertThat(properties.getInt(PropertyName.REAL_QID, -1)).isEqualTo(-1);
        assertThat(properties.getInt(PropertyName.INNER_NUM, 0)).isEqualTo(-12);
        assertThat(properties.getLong(PropertyName.INNER_BASE, 0)).isEqualTo(Long.MAX_VALUE);
        assertThat(properties.getLong(PropertyName.TTL, 5)).isEqualTo(5);
        assertThat(properties.getLong(PropertyName.MIN_OFFSET, 5)).isEqualTo(5);
        assertThat(properties.getLong(PropertyName.MAX_OFFSET, 6)).isEqualTo(6);
    }

    @Test
    void shouldReadTruthValues() {
        PropertyBytes properties =
                scan("WAIT" + N + "false" + E + "TRAN_MSG" + N + "TRUE" + E + "TRACE_ON" + N + "yes" + E);

        assertThat(properties.isFalse(PropertyName.WAIT)).isTrue();
        assertThat(properties.isTrue(PropertyName.WAIT)).isFalse();
        assertThat(properties.isTrue(PropertyName.TRAN_MSG)).isTrue();
        assertThat(properties.isTrue(PropertyName.TRACE_ON)).isFalse();
        assertThat(properties.isTrue(PropertyName.CLUSTER)).isFalse();
        assertThat(properties.isFalse(PropertyName.CLUSTER)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TagA",
                "red",
                "x",
                "a long tag with blanks",
                "größe",
                "标签",
                "😀",
                "a rather negative one: zzzzzzz"
            })
    void shouldGiveTheJavaHashOfTags(String tags) {
        assertThat(PropertyBytes.of(Map.of("TAGS", tags)).tagsCode()).isEqualTo(tags.hashCode());
    }

    @Test
    void shouldGiveTheTagCodesOfTheFileFormat() {
        assertThat(scan("TAGS" + N + "TagA" + E).tagsCode()).isEqualTo(2598919);
        assertThat(scan("TAGS" + N + "red" + E).tagsCode()).isEqualTo(112785);
        assertThat(PropertyBytes.EMPTY.tagsCode()).isZero();
    }

    @Test
    void shouldVisitUniqueKeyAndEachPieceOfKeys() {
        PropertyBytes properties = scan("KEYS" + N + " k1  kö 3 " + E + "UNIQ_KEY" + N + "U1" + E);
        List<String> keys = new ArrayList<>();
        List<Integer> hashes = new ArrayList<>();

        properties.forEachKey(PropertyBytes.keyHashSeed("TopicA"), (hash, bytes, offset, length) -> {
            keys.add(new String(bytes, offset, length, StandardCharsets.UTF_8));
            hashes.add(hash);
        });

        assertThat(keys).containsExactly("U1", "k1", "kö", "3");
        assertThat(hashes).containsExactly(-1903241331, -1903240649, "TopicA#kö".hashCode(), "TopicA#3".hashCode());
    }

    @Test
    void shouldVisitNothingWithoutKeys() {
        PropertyBytes.EMPTY.forEachKey(0, (hash, bytes, offset, length) -> {
            throw new AssertionError("no key expected");
        });
    }

    @Test
    void shouldSetReplaceAndRemoveInOneCopy() {
        PropertyBytes before = scan("TAGS" + N + "red" + E + "POP_CK" + N + "1 2 3" + E + "user" + N + "kept");
        Map<String, String> changes = new LinkedHashMap<>();
        changes.put("POP_CK", null);
        changes.put("MSG_REGION", "DefaultRegion");
        changes.put("TAGS", "blue");

        PropertyBytes after = before.with(changes);

        assertThat(after.bytes())
                .isEqualTo(utf8(
                        "user" + N + "kept" + E + "MSG_REGION" + N + "DefaultRegion" + E + "TAGS" + N + "blue" + E));
        assertThat(before.get(PropertyName.TAGS)).isEqualTo("red");
    }

    @Test
    void shouldLeaveItselfWhenThereIsNothingToRemove() {
        PropertyBytes properties = scan("TAGS" + N + "red" + E);

        assertThat(properties.without(PropertyName.POP_CK, PropertyName.WAIT)).isSameAs(properties);
        assertThat(properties.without(PropertyName.TAGS).length()).isZero();
        assertThat(properties.with(PropertyName.TAGS, "").toMap()).isEmpty();
    }

    @Test
    void shouldRemoveEveryEntryOfAName() {
        PropertyBytes properties = scan("WAIT" + N + "a" + E + "x" + N + "1" + E + "WAIT" + N + "b" + E);

        assertThat(properties.without(PropertyName.WAIT).bytes()).isEqualTo(utf8("x" + N + "1" + E));
    }

    @Test
    void shouldAppendEncodedEntriesWithTheMissingTerminator() {
        byte[] more = PropertyBytes.encode(Map.of("CLUSTER", "c1"));

        PropertyBytes appended = scan("TAGS" + N + "red").append(more);

        assertThat(appended.bytes()).isEqualTo(utf8("TAGS" + N + "red" + E + "CLUSTER" + N + "c1" + E));
        assertThat(appended.get(PropertyName.CLUSTER)).isEqualTo("c1");
        assertThat(PropertyBytes.EMPTY.append(more).get(PropertyName.CLUSTER)).isEqualTo("c1");
        assertThat(appended.append(new byte[0])).isSameAs(appended);
        assertThat(appended.append(PropertyBytes.encode(Map.of("TAGS", "blue"))).tags())
                .isEqualTo("blue");
    }

    @Test
    void shouldRefuseToWriteSeparators() {
        assertThatThrownBy(() -> PropertyBytes.EMPTY.with(PropertyName.CLUSTER, "a" + E + "b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'CLUSTER'");
        assertThatThrownBy(() -> PropertyBytes.EMPTY.with("a" + N, "b")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldCompareByBytes() {
        PropertyBytes one = scan("TAGS" + N + "red" + E);
        PropertyBytes same = PropertyBytes.scan(utf8("xTAGS" + N + "red" + E), 1, 9);

        assertThat(one).isEqualTo(same).hasSameHashCodeAs(same).isNotEqualTo(PropertyBytes.EMPTY);
        assertThat(one).hasToString("{TAGS=red}");
    }

    @Test
    void shouldTakeAnyBytesAndAgreeWithASimpleReader() {
        Random random = new Random(7);
        String[] pieces = {"TAGS", "KEYS", "x", N, N, E, E, "value", "é", "", " ", "\u00ff"};
        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(14); i > 0; i--) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            Map<String, String> expected = simpleRead(text.toString());

            PropertyBytes properties = scan(text.toString());

            assertThat(properties.toMap()).as("round %s", round).isEqualTo(expected);
            assertThat(properties.get(PropertyName.TAGS)).isEqualTo(expected.get("TAGS"));
            assertThat(properties.get(PropertyName.KEYS)).isEqualTo(expected.get("KEYS"));
            assertThat(properties.get("x")).isEqualTo(expected.get("x"));
        }
    }

    private static Map<String, String> simpleRead(String text) {
        Map<String, String> map = new LinkedHashMap<>();
        for (String entry : text.split(E)) {
            int separator = entry.indexOf(N);
            if (separator > 0 && separator < entry.length() - 1) {
                map.put(entry.substring(0, separator), entry.substring(separator + 1));
            }
        }
        return map;
    }

    @Test
    void shouldNeverThrowOnRandomBytes() {
        Random random = new Random(11);
        for (int round = 0; round < 5_000; round++) {
            byte[] bytes = new byte[random.nextInt(64)];
            random.nextBytes(bytes);
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = random.nextInt(4) == 0 ? (byte) (1 + random.nextInt(2)) : bytes[i];
            }
            assertThatCode(() -> {
                        PropertyBytes properties = PropertyBytes.scan(bytes);
                        properties.tagsCode();
                        properties.toMap();
                        properties.forEachKey(0, (hash, array, offset, length) -> {});
                    })
                    .as("round %s", round)
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void shouldFindSeparatorsAtAnyPlaceInAnyBytes() {
        Random random = new Random(13);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = new byte[random.nextInt(40)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (random.nextInt(8) == 0 ? random.nextInt(4) : random.nextInt());
            }
            int from = random.nextInt(bytes.length + 1);
            int to = from + random.nextInt(bytes.length - from + 1);
            int expected = from;
            while (expected < to && bytes[expected] != 1 && bytes[expected] != 2) {
                expected++;
            }

            assertThat(SeparatorSearch.next(bytes, from, to))
                    .as("round %s", round)
                    .isEqualTo(expected);
        }
    }
}
