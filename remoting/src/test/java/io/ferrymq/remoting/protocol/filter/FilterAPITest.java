package io.ferrymq.remoting.protocol.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilterAPITest {
    @Test
    void shouldSplitTagsAndHashThem() {
        SubscriptionData data = FilterAPI.buildSubscriptionData("T1", "TagA || A||  ||TagA", 1700000000000L);
        assertThat(data.tagsSet()).containsExactly("TagA", "A");
        assertThat(data.codeSet()).containsExactly(2598919, 65);
        assertThat(data.subString()).isEqualTo("TagA || A||  ||TagA");
        assertThat(data.subVersion()).isEqualTo(1700000000000L);
        assertThat(data.expressionType()).isEqualTo("TAG");
        assertThat(data.isTagType()).isTrue();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "  ", "*", " * "})
    void shouldTakeNothingAsEverything(String expression) {
        SubscriptionData data = FilterAPI.buildSubscriptionData("T1", expression, 1);
        assertThat(data).isEqualTo(new SubscriptionData(false, "T1", "*", null, null, 1, "TAG"));
        assertThat(FilterAPI.build("T1", expression, null, 1)).isEqualTo(data);
        assertThat(FilterAPI.build("T1", expression, "", 1)).isEqualTo(data);
    }

    @ParameterizedTest
    @ValueSource(strings = {"||", " || || "})
    void shouldRefuseSeparatorsWithoutTags(String expression) {
        assertThatThrownBy(() -> FilterAPI.buildSubscriptionData("T1", expression, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + expression + "'")
                .hasMessageContaining("T1");
    }

    @Test
    void shouldKeepSqlAsItIs() {
        SubscriptionData data = FilterAPI.build("T1", "a > 5 || b", "SQL92", 1);
        assertThat(data.subString()).isEqualTo("a > 5 || b");
        assertThat(data.tagsSet()).isEmpty();
        assertThat(data.isTagType()).isFalse();
        assertThatThrownBy(() -> FilterAPI.build("T1", " ", "SQL92", 1)).hasMessageContaining("empty");
    }
}
