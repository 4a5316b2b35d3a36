package io.ferrymq.common.topic;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.MixAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameRulesTest {
    @ParameterizedTest
    @ValueSource(strings = {"T", "a_b-c%d|e", "%RETRY%group", "0123"})
    void shouldAcceptLettersDigitsAndFourSigns(String topic) {
        assertThat(NameRules.checkTopic(topic)).isEmpty();
    }

    @Test
    @DisplayName("UP-062: a refusal names the offending character or the limit")
    void up062_shouldNameCharacterOrLimit() {
        assertThat(NameRules.checkTopic("a.b"))
                .contains(
                        "the topic name 'a.b' has the character '.' at position 1, allowed are letters, digits and _ - %"
                                + " |");
        assertThat(NameRules.checkTopic("x".repeat(128)).orElseThrow())
                .endsWith("has 128 characters, the limit is 127");
        assertThat(NameRules.checkTopic(" ")).contains("the topic name must not be blank");
        assertThat(NameRules.checkTopic(null)).isPresent();
        assertThat(NameRules.checkGroup("gruppe-ü").orElseThrow()).contains("'ü'");
        assertThat(NameRules.checkGroup("g".repeat(121)).orElseThrow()).endsWith("the limit is 120");
    }

    @Test
    @DisplayName("UP-062: retry and dead letter names of a longest legal group still fit")
    void up062_shouldLeaveRoomForDerivedTopics() {
        String longest = "g".repeat(NameRules.GROUP_MAX_LENGTH);

        assertThat(NameRules.checkGroup(longest)).isEmpty();
        assertThat(NameRules.checkTopic(MixAll.getRetryTopic(longest))).isEmpty();
        assertThat(NameRules.checkTopic(MixAll.getDLQTopic(longest))).isEmpty();
        assertThat(NameRules.checkTopic("x".repeat(127))).isEmpty();
    }

    @Test
    void shouldTakeLongGroupsOfOldClients() {
        assertThat(NameRules.checkGroupOfAnyClient("g".repeat(255))).isEmpty();
        assertThat(NameRules.checkGroupOfAnyClient("g".repeat(256))).isPresent();
        assertThat(TopicValidator.isTopicOrGroupIllegal("a b")).isTrue();
        assertThat(TopicValidator.isTopicOrGroupIllegal("a")).isFalse();
    }

    @Test
    void shouldKnowTheTopicsOfTheHouse() {
        assertThat(TopicValidator.isSystemTopic("TBW102")).isTrue();
        assertThat(TopicValidator.isSystemTopic("rmq_sys_wheel_timer")).isTrue();
        assertThat(TopicValidator.isSystemTopic("Orders")).isFalse();
        assertThat(TopicValidator.isNotAllowedSendTopic("SCHEDULE_TOPIC_XXXX")).isTrue();
        assertThat(TopicValidator.isNotAllowedSendTopic("TBW102")).isFalse();
        assertThat(TopicValidator.getSystemTopicSet()).containsAll(TopicValidator.getNotAllowedSendTopicSet());
    }
}
