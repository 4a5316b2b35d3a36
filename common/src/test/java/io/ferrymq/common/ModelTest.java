package io.ferrymq.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.common.constant.PermName;
import io.ferrymq.common.filter.ExpressionType;
import io.ferrymq.common.message.MessageType;
import io.ferrymq.common.subscription.GroupRetryPolicy;
import io.ferrymq.common.subscription.GroupRetryPolicy.CustomizedRetryPolicy;
import io.ferrymq.common.subscription.GroupRetryPolicy.ExponentialRetryPolicy;
import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.common.sysflag.MessageSysFlag;
import io.ferrymq.common.sysflag.PullSysFlag;
import io.ferrymq.common.sysflag.TopicSysFlag;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The small values that everybody names. */
class ModelTest {
    @Test
    void shouldWritePermissionsAsText() {
        assertThat(PermName.perm2String(7)).isEqualTo("RWX");
        assertThat(PermName.perm2String(6)).isEqualTo("RW-");
        assertThat(PermName.perm2String(1)).isEqualTo("--X");
        assertThat(PermName.isValid(7)).isTrue();
        assertThat(PermName.isValid(8)).isFalse();
        assertThat(PermName.isValid(-1)).isFalse();
        assertThat(PermName.isAccessible(1)).isFalse();
        assertThat(PermName.isPriority(8)).isTrue();
    }

    @Test
    void shouldCopyTopicConfigs() {
        Map<String, String> attributes = new HashMap<>(Map.of("message.type", "FIFO"));
        TopicConfig config = new TopicConfig("T", 8, 4, 6, null, 0, false, attributes);
        attributes.clear();

        assertThat(config.attributes()).containsEntry("message.type", "FIFO");
        assertThat(config.topicFilterType()).isEqualTo(TopicFilterType.SINGLE_TAG);
        assertThat(config.withPerm(4).isWriteable()).isFalse();
        assertThat(config.withQueueNums(1, 2).writeQueueNums()).isEqualTo(2);
        assertThat(config.withOrder(true).withTopicSysFlag(1).withTopicName("U").withAttributes(null))
                .isEqualTo(new TopicConfig("U", 8, 4, 6, TopicFilterType.SINGLE_TAG, 1, true, Map.of()));
        assertThat(TopicConfig.of("T", 3)).isEqualTo(new TopicConfig("T", 3, 3, 6));
        assertThat(TopicConfig.of("T", 3).isReadable()).isTrue();
        assertThatThrownBy(() -> TopicConfig.of("T", -1))
                .hasMessageContaining("topic T")
                .hasMessageContaining("-1");
    }

    @Test
    void shouldCountVersionsUp() {
        DataVersion version = DataVersion.initial(10).next(5);

        assertThat(version).isEqualTo(new DataVersion(0, 5, 1));
        assertThat(version.isNewerThan(DataVersion.initial(10))).isTrue();
        assertThat(new DataVersion(1, 0, 0).isNewerThan(new DataVersion(0, 9, 9)))
                .isTrue();
        assertThat(new DataVersion(0, 2, 1)).isGreaterThan(new DataVersion(0, 1, 1));
    }

    @Test
    void shouldFillInGroupDefaults() {
        SubscriptionGroupConfig group = SubscriptionGroupConfig.of("g");

        assertThat(group.consumeEnable()).isTrue();
        assertThat(group.consumeMessageOrderly()).isFalse();
        assertThat(group.retryQueueNums()).isEqualTo(1);
        assertThat(group.retryMaxTimes()).isEqualTo(16);
        assertThat(group.whichBrokerWhenConsumeSlowly()).isEqualTo(1);
        assertThat(group.consumeTimeoutMinute()).isEqualTo(15);
        assertThat(group.subscriptionDataSet()).isNull();
        assertThat(group.groupRetryPolicy()).isEqualTo(new GroupRetryPolicy(null, null, null));
        assertThat(group.withConsumeEnable(false).withRetry(2, 3).withConsumeBroadcastEnable(false))
                .matches(changed -> !changed.consumeEnable() && !changed.consumeBroadcastEnable())
                .matches(changed -> changed.retryQueueNums() == 2 && changed.retryMaxTimes() == 3);
        assertThat(new CustomizedRetryPolicy(null).next()).hasSize(18).endsWith(7_200_000L);
        assertThat(new ExponentialRetryPolicy(0, 0, 0)).isEqualTo(ExponentialRetryPolicy.DEFAULT);
    }

    @Test
    void shouldNameDerivedTopicsAndGroupsOfTheHouse() {
        assertThat(MixAll.getRetryTopic("g")).isEqualTo("%RETRY%g").matches(MixAll::isRetryTopic);
        assertThat(MixAll.getDLQTopic("g")).isEqualTo("%DLQ%g").matches(MixAll::isDLQTopic);
        assertThat(MixAll.getReplyTopic("c")).isEqualTo("c_REPLY_TOPIC");
        assertThat(MixAll.isLmq("%LMQ%x")).isTrue();
        assertThat(MixAll.isRetryTopic(null)).isFalse();
        assertThat(MixAll.isPredefinedGroup("TOOLS_CONSUMER")).isTrue();
        assertThat(MixAll.isPredefinedGroup("CID_RMQ_SYS_x")).isTrue();
        assertThat(MixAll.isPredefinedGroup("g")).isFalse();
        assertThat(MixAll.brokerVIPChannel(true, "[::1]:10911")).isEqualTo("[::1]:10909");
        assertThat(MixAll.brokerVIPChannel(false, "a:10911")).isEqualTo("a:10911");
    }

    @Test
    void shouldReadAndWriteFlagBits() {
        assertThat(MessageSysFlag.getTransactionValue(0xFF)).isEqualTo(MessageSysFlag.TRANSACTION_ROLLBACK_TYPE);
        assertThat(MessageSysFlag.resetTransactionValue(0xD, MessageSysFlag.TRANSACTION_COMMIT_TYPE))
                .isEqualTo(0x9);
        assertThat(MessageSysFlag.clearCompressedFlag(3)).isEqualTo(2);
        assertThat(MessageSysFlag.bornHostLength(0x10)).isEqualTo(20);
        assertThat(MessageSysFlag.storeHostLength(0x10)).isEqualTo(8);
        assertThat(MessageSysFlag.isCompressed(1)).isTrue();
        int pull = PullSysFlag.buildSysFlag(true, true, true, false, true);
        assertThat(pull).isEqualTo(0x17);
        assertThat(PullSysFlag.clearCommitOffsetFlag(PullSysFlag.clearSuspendFlag(pull)))
                .isEqualTo(0x14);
        assertThat(PullSysFlag.hasLitePullFlag(pull)).isTrue();
        assertThat(PullSysFlag.hasClassFilterFlag(pull)).isFalse();
        assertThat(PullSysFlag.hasSubscriptionFlag(pull)).isTrue();
        assertThat(PullSysFlag.hasSuspendFlag(pull) && PullSysFlag.hasCommitOffsetFlag(pull))
                .isTrue();
        int topic = TopicSysFlag.buildSysFlag(true, true);
        assertThat(topic).isEqualTo(3);
        assertThat(TopicSysFlag.hasUnitFlag(TopicSysFlag.clearUnitFlag(topic))).isFalse();
        assertThat(TopicSysFlag.hasUnitSubFlag(TopicSysFlag.clearUnitSubFlag(topic)))
                .isFalse();
        assertThat(TopicSysFlag.setUnitFlag(TopicSysFlag.setUnitSubFlag(0))).isEqualTo(3);
        assertThat(MessageType.getByShortName("Trans")).isEqualTo(MessageType.Trans_Msg_Half);
        assertThat(MessageType.getByShortName("?")).isEqualTo(MessageType.Normal_Msg);
    }

    @Test
    void shouldReadTheMachinesClock() {
        Clock clock = Clock.system();

        assertThat(clock.nowMs()).isGreaterThan(1_700_000_000_000L);
        assertThat(clock.nanoTime()).isLessThanOrEqualTo(clock.nanoTime());
    }

    @Test
    void shouldTakeNoFilterTypeForTags() {
        assertThat(ExpressionType.isTagType(null)).isTrue();
        assertThat(ExpressionType.isTagType("")).isTrue();
        assertThat(ExpressionType.isTagType(ExpressionType.TAG)).isTrue();
        assertThat(ExpressionType.isTagType(ExpressionType.SQL92)).isFalse();
    }
}
