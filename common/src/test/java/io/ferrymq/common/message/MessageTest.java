package io.ferrymq.common.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessageTest {
    @Test
    void shouldStoreOnlyTagsAndKeysThatAreThere() {
        assertThat(new Message("T", new byte[0]).getProperties()).isEqualTo(Map.of("WAIT", "true"));
        assertThat(new Message("T", "a", "k1 k2", 3, new byte[0], false).getProperties())
                .isEqualTo(Map.of("TAGS", "a", "KEYS", "k1 k2", "WAIT", "false"));
        assertThat(new Message().getProperties()).isNull();
    }

    @Test
    void shouldWaitForTheStoreUnlessSwitchedOff() {
        Message message = new Message();

        assertThat(message.isWaitStoreMsgOK()).isTrue();
        message.setWaitStoreMsgOK(false);
        assertThat(message.isWaitStoreMsgOK()).isFalse();
    }

    @Test
    void shouldKeepDelaysAsProperties() {
        Message message = new Message();
        assertThat(message.getDelayTimeLevel()).isZero();
        assertThat(message.getDelayTimeMs()).isZero();

        message.setDelayTimeLevel(3);
        message.setDelayTimeSec(5);
        message.setDelayTimeMs(70);
        message.setDeliverTimeMs(1_700_000_000_000L);

        assertThat(message.getDelayTimeLevel()).isEqualTo(3);
        assertThat(message.getDelayTimeSec()).isEqualTo(5);
        assertThat(message.getDelayTimeMs()).isEqualTo(70);
        assertThat(message.getDeliverTimeMs()).isEqualTo(1_700_000_000_000L);
        assertThat(message.getProperty("DELAY")).isEqualTo("3");
    }

    @Test
    void shouldJoinKeysByABlank() {
        Message message = new Message();
        message.setKeys(List.of("a", "b"));

        assertThat(message.getKeys()).isEqualTo("a b");
    }

    @Test
    void shouldRefuseReservedAndBlankUserProperties() {
        Message message = new Message("T", new byte[0]);

        assertThatThrownBy(() -> message.putUserProperty("TAGS", "x"))
                .isInstanceOf(RuntimeException.class)
                .hasMessageContaining("'TAGS'");
        assertThatThrownBy(() -> message.putUserProperty("a", " ")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.putUserProperty(null, "v")).isInstanceOf(IllegalArgumentException.class);
        message.putUserProperty("a", "b");
        assertThat(message.getUserProperty("a")).isEqualTo("b");
        assertThat(message.hasProperty("a")).isTrue();
    }

    @Test
    void shouldCopyWithoutSharingProperties() {
        Message message = new Message("T", "a", new byte[] {1});

        Message copy = MessageAccessor.cloneMessage(message);
        MessageAccessor.putProperty(copy, "TAGS", "b");
        MessageAccessor.clearProperty(copy, "WAIT");

        assertThat(message.getTags()).isEqualTo("a");
        assertThat(copy.getTags()).isEqualTo("b");
        assertThat(copy.getProperties()).doesNotContainKey("WAIT");
        assertThat(copy.getBody()).isSameAs(message.getBody());
    }

    @Test
    void shouldNotPrintTheBody() {
        assertThat(new Message("T", new byte[1000]).toString())
                .contains("bodyLength=1000")
                .hasSizeLessThan(200);
        assertThat(new MessageExt().toString()).contains("bodyLength=null");
    }

    @Test
    void shouldNameTheBornHost() {
        MessageExt message = new MessageExt();
        assertThat(message.getBornHostString()).isNull();
        message.setBornHost(new InetSocketAddress(InetAddress.getLoopbackAddress(), 5));

        assertThat(message.getBornHostString()).isEqualTo("127.0.0.1");
        assertThat(message.getBornHostBytes().array()).containsExactly(127, 0, 0, 1, 0, 0, 0, 5);
    }

    @Test
    void shouldShowConsumersTheProducersId() {
        MessageClientExt message = new MessageClientExt();
        message.setOffsetMsgId("0A00000200002A9F00000000000003E8");
        assertThat(message.getMsgId()).isEqualTo("0A00000200002A9F00000000000003E8");

        MessageAccessor.putProperty(message, "UNIQ_KEY", "U1");
        message.setMsgId("ignored");

        assertThat(message.getMsgId()).isEqualTo("U1");
        assertThat(message.getOffsetMsgId()).isEqualTo("0A00000200002A9F00000000000003E8");
    }

    @Test
    void shouldSortQueuesByTopicBrokerAndId() {
        MessageQueue first = new MessageQueue("A", "b", 9);
        MessageQueue second = new MessageQueue("B", "a", 2);
        MessageQueue third = new MessageQueue("B", "a", 10);
        MessageQueue fourth = new MessageQueue("B", "b", 0);
        List<MessageQueue> queues = new ArrayList<>(List.of(fourth, third, second, first));

        Collections.sort(queues);

        assertThat(queues).containsExactly(first, second, third, fourth);
        assertThat(new MessageQueue(first))
                .isEqualTo(first)
                .hasSameHashCodeAs(first)
                .isNotEqualTo(second);
        assertThat(first).hasToString("MessageQueue [topic=A, brokerName=b, queueId=9]");
    }
}
