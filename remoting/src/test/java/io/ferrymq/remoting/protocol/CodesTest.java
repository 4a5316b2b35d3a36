package io.ferrymq.remoting.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodesTest {
    @Test
    void shouldNameRequestsAndResponses() {
        assertThat(RequestCode.SEND_MESSAGE_V2).isEqualTo(310);
        assertThat(RequestCode.nameOf(310)).isEqualTo("SEND_MESSAGE_V2");
        assertThat(RequestCode.nameOf(200050)).isEqualTo("POP_MESSAGE");
        assertThat(RequestCode.nameOf(3010)).isEqualTo("AUTH_LIST_ACL");
        assertThat(RequestCode.nameOf(200079)).isEqualTo("TRIGGER_LITE_DISPATCH");
        assertThat(RequestCode.nameOf(-7)).isEqualTo("REQUEST_-7");
        assertThat(ResponseCode.nameOf(17)).isEqualTo("TOPIC_NOT_EXIST");
        assertThat(ResponseCode.nameOf(-1006)).isEqualTo("RPC_TIME_OUT");
        assertThat(ResponseCode.nameOf(999)).isEqualTo("RESPONSE_999");
    }

    @Test
    void shouldMapLanguagesBothWays() {
        assertThat(LanguageCode.GO.code()).isEqualTo((byte) 9);
        assertThat(LanguageCode.ofCode(13)).isEqualTo(LanguageCode.NODE_JS);
        assertThat(LanguageCode.ofCode(-1)).isNull();
        assertThat(LanguageCode.ofCode(14)).isNull();
        assertThat(LanguageCode.ofName("CPP")).isEqualTo(LanguageCode.CPP);
        assertThat(LanguageCode.ofName("COBOL")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "0, V3_0_0_SNAPSHOT",
        "28, V3_0_7_SNAPSHOT",
        "37, V3_0_11",
        "62, V3_1_8_SNAPSHOT",
        "79, V3_2_6",
        "121, V3_4_9",
        "211, V3_9_9",
        "212, V4_0_0_SNAPSHOT",
        "213, V4_0_0",
        "232, V4_1_0_SNAPSHOT",
        "393, V4_9_0",
        "399, V4_9_3",
        "407, V4_9_7",
        "409, V4_9_8",
        "411, V4_9_9",
        "412, V5_0_0_SNAPSHOT",
        "413, V5_0_0",
        "441, V5_1_4",
        "475, V5_3_1",
        "479, V5_3_3",
        "611, V5_9_9",
        "612, HIGHER_VERSION",
        "2147483647, HIGHER_VERSION",
        "-5, V3_0_0"
    })
    void shouldDescribeVersions(int version, String name) {
        assertThat(ProtocolVersion.describe(version)).isEqualTo(name);
    }
}
