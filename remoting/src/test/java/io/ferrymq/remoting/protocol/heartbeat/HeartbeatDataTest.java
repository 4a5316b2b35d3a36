package io.ferrymq.remoting.protocol.heartbeat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.JsonException;
import io.ferrymq.remoting.protocol.filter.FilterAPI;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HeartbeatDataTest {
    @Test
    void shouldReadWhatOfficialClientsSend() {
        HeartbeatData read = Json.decodeText(
                "{\"clientID\":\"10.0.0.9@1234#99\",\"consumerDataSet\":[{\"groupName\":\"CG\",\"consumeType\":\"CONSUME_PASSIVELY\","
                        + "\"messageModel\":\"CLUSTERING\",\"consumeFromWhere\":\"CONSUME_FROM_LAST_OFFSET\",\"unitMode\":false,"
                        + "\"subscriptionDataSet\":[{\"topic\":\"T1\",\"subString\":\"*\",\"tagsSet\":[],\"codeSet\":[],"
                        + "\"subVersion\":1,\"expressionType\":\"TAG\",\"classFilterMode\":false}]}],"
                        + "\"producerDataSet\":[{\"groupName\":\"PG\"}],\"heartbeatFingerprint\":0,\"withoutSub\":false}",
                HeartbeatData.class);
        assertThat(read).isEqualTo(heartbeat("*", 1));
    }

    @Test
    void shouldReadTheSparseHeartbeatOfOldClients() {
        HeartbeatData read = Json.decodeText(
                "{\"clientID\":\"c\",\"consumerDataSet\":[{\"groupName\":\"CG\",\"subscriptionDataSet\":[{\"topic\":\"T1\"}]}]}",
                HeartbeatData.class);
        ConsumerData consumer = read.consumerDataSet().iterator().next();
        assertThat(consumer.messageModel()).isEqualTo(MessageModel.CLUSTERING);
        assertThat(consumer.consumeType()).isEqualTo(ConsumeType.CONSUME_PASSIVELY);
        assertThat(consumer.subscriptionDataSet().iterator().next().isTagType()).isTrue();
        assertThat(read.producerDataSet()).isEmpty();
        assertThat(read.withoutSub()).isFalse();
    }

    @Test
    void shouldNameWhatAHeartbeatCannotDoWithout() {
        assertThatThrownBy(() -> Json.decodeText(
                        "{\"clientID\":\"c\",\"consumerDataSet\":[{\"groupName\":\"CG\",\"subscriptionDataSet\":[{}]}]}",
                        HeartbeatData.class))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("'topic' is missing");
        assertThatThrownBy(() -> Json.decodeText("{\"clientID\":\"c\",\"producerDataSet\":[{}]}", HeartbeatData.class))
                .hasMessageContaining("'groupName' is missing");
        assertThatThrownBy(() -> Json.decodeText("{\"clientID\":\"\"}", HeartbeatData.class))
                .hasMessageContaining("'clientID' is missing");
    }

    @Test
    void shouldWriteAllMembers() {
        assertThat(new String(Json.encode(HeartbeatData.of("c", Set.of(new ProducerData("PG")), Set.of())), UTF_8))
                .isEqualTo("{\"clientID\":\"c\",\"consumerDataSet\":[],\"heartbeatFingerprint\":0,"
                        + "\"producerDataSet\":[{\"groupName\":\"PG\"}],\"withoutSub\":false}");
    }

    @Test
    void shouldFingerprintSubscriptionsButNotTheirVersions() {
        HeartbeatData full = heartbeat("A", 1).withFingerprint();
        assertThat(full.heartbeatFingerprint()).isNotZero();
        assertThat(full.heartbeatFingerprint())
                .isEqualTo(heartbeat("A", 2).withFingerprint().heartbeatFingerprint())
                .isNotEqualTo(heartbeat("B", 1).withFingerprint().heartbeatFingerprint());
        HeartbeatData bare = full.withoutSubscriptions();
        assertThat(bare.withoutSub()).isTrue();
        assertThat(bare.heartbeatFingerprint()).isEqualTo(full.heartbeatFingerprint());
        assertThat(bare.consumerDataSet().iterator().next().subscriptionDataSet())
                .isEmpty();
    }

    private static HeartbeatData heartbeat(String tags, long version) {
        return HeartbeatData.of(
                "10.0.0.9@1234#99",
                Set.of(new ProducerData("PG")),
                Set.of(new ConsumerData(
                        "CG",
                        ConsumeType.CONSUME_PASSIVELY,
                        MessageModel.CLUSTERING,
                        ConsumeFromWhere.CONSUME_FROM_LAST_OFFSET,
                        Set.of(FilterAPI.buildSubscriptionData("T1", tags, version)),
                        false)));
    }
}
