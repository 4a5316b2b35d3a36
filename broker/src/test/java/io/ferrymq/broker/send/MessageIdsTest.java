package io.ferrymq.broker.send;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.store.HostBytes;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class MessageIdsTest {
    @Test
    void shouldWriteHostPortAndAddressInHex() throws Exception {
        InetSocketAddress host = new InetSocketAddress(InetAddress.getByName("10.0.0.254"), 10911);
        MessageIds ids = new MessageIds(HostBytes.of(host));
        String id = ids.of(0x1234_5678_9ABCL);
        assertThat(id).isEqualTo("0A0000FE" + "00002A9F" + "0000123456789ABC");
        assertThat(id).isEqualTo(MessageDecoder.createMessageId(host, 0x1234_5678_9ABCL));
        assertThat(ids.of(new long[] {1, 2})).isEqualTo(ids.of(1) + "," + ids.of(2));
    }

    @Test
    void shouldHoldALongerHostOfIpv6() throws Exception {
        MessageIds ids = new MessageIds(HostBytes.of(InetAddress.getByName("::1"), 10911));
        assertThat(ids.of(0)).hasSize(56).startsWith("00000000000000000000000000000001");
    }
}
