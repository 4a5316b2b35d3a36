package io.ferrymq.remoting.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FastjsonDialectTest {
    @Test
    void shouldQuoteIntegerKeys() {
        assertThat(strict("{\"brokerAddrs\":{0:\"10.0.0.1:10911\", -1 :\"b\"}}"))
                .isEqualTo("{\"brokerAddrs\":{\"0\":\"10.0.0.1:10911\", \"-1\" :\"b\"}}");
    }

    @Test
    void shouldTurnObjectKeysIntoStrings() {
        assertThat(
                        strict(
                                "{\"offsetTable\":{{\"brokerName\":\"b\",\"queueId\":0,\"topic\":\"T}\\\"\"}:{\"x\":[1,{0:2}]}}}"))
                .isEqualTo(
                        "{\"offsetTable\":{\"{\\\"brokerName\\\":\\\"b\\\",\\\"queueId\\\":0,\\\"topic\\\":\\\"T}\\\\\\\"\\\"}\""
                                + ":{\"x\":[1,{\"0\":2}]}}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[{\"a\":1},{\"b\":2}]",
                "{\"a\":\"{0:1}\",\"b\":[{\"c\":1},2,true,null]}",
                "{\"a\":{\"$ref\":\"$.b\"}}",
                "",
                "null"
            })
    void shouldLeaveStrictJsonAlone(String json) {
        assertThat(strict(json)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{0", "{{", "{{\"", "{{\"a\\", "{\"a", "{]:", "}}}]0:{1:", "{0:{{{{{{{{{{"})
    void shouldSurviveBrokenText(String json) {
        strict(json);
        assertThat(FastjsonDialect.unquoteIntegerKeys(json.getBytes(UTF_8))).isNotNull();
    }

    @Test
    void shouldUnquoteIntegerKeysOnly() {
        String json = "{\"a\":{\"0\":\"1\",\"-12\":\"x\\\":\",\"1a\":[\"2\"],\"\":\"3\",\"-\":4}}";
        assertThat(new String(FastjsonDialect.unquoteIntegerKeys(json.getBytes(UTF_8)), UTF_8))
                .isEqualTo("{\"a\":{0:\"1\",-12:\"x\\\":\",\"1a\":[\"2\"],\"\":\"3\",\"-\":4}}");
    }

    private static String strict(String json) {
        byte[] padded = ("##" + json + "##").getBytes(UTF_8);
        byte[] strict = FastjsonDialect.toStrict(padded, 2, padded.length - 4);
        return strict == null ? null : new String(strict, UTF_8);
    }
}
