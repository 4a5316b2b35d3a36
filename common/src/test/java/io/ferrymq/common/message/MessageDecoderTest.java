package io.ferrymq.common.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.common.compression.CompressionType;
import io.ferrymq.common.compression.CompressorFactory;
import io.ferrymq.common.sysflag.MessageSysFlag;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MessageDecoderTest {
    /** Size, magic, checksum, queue, flag, offsets, flags … of a message another broker accepts. */
    private static final byte[] FIRST =
            hex("00000083 daa320a7 3610a686 00000000 00000000 0000000000000000 0000000000000000 00000000"
                    + "0000018bcfe56800 0a000001 00009c40 0000018bcfe56805 0a000002 00002a9f 00000000 0000000000000000"
                    + "00000005 68656c6c6f 06 546f70696341 001d"
                    + "54414753 01 726564 02 4b455953 01 6b31 02 554e49515f4b4559 01 5531 02");

    private static final byte[] SECOND =
            hex("00000063 daa320a7 58932aac 00000000 00000000 0000000000000001 0000000000000083 00000000"
                    + "0000018bcfe56800 0a000001 00009c40 0000018bcfe56bed 0a000002 00002a9f 00000000 0000000000000000"
                    + "00000002 6869 06 546f70696341 0000");

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    private static ByteBuffer both() {
        return ByteBuffer.allocate(FIRST.length + SECOND.length)
                .put(FIRST)
                .put(SECOND)
                .flip();
    }

    @Test
    void shouldReadStoredMessagesThatFollowOneAnother() {
        List<MessageExt> messages = MessageDecoder.decodes(both());

        assertThat(messages).hasSize(2);
        MessageExt first = messages.get(0);
        assertThat(first.getTopic()).isEqualTo("TopicA");
        assertThat(first.getBody()).isEqualTo("hello".getBytes(StandardCharsets.UTF_8));
        assertThat(first.getProperties()).isEqualTo(Map.of("TAGS", "red", "KEYS", "k1", "UNIQ_KEY", "U1"));
        assertThat(first.getStoreSize()).isEqualTo(131);
        assertThat(first.getBodyCRC()).isEqualTo(0x3610a686);
        assertThat(first.getBornTimestamp()).isEqualTo(1_700_000_000_000L);
        assertThat(first.getBornHost()).isEqualTo(new InetSocketAddress("10.0.0.1", 40_000));
        assertThat(first.getStoreTimestamp()).isEqualTo(1_700_000_000_005L);
        assertThat(first.getStoreHost()).isEqualTo(new InetSocketAddress("10.0.0.2", 10_911));
        assertThat(first.getMsgId()).isEqualTo("0A00000200002A9F0000000000000000");
        MessageExt second = messages.get(1);
        assertThat(second.getQueueOffset()).isEqualTo(1);
        assertThat(second.getCommitLogOffset()).isEqualTo(131);
        assertThat(second.getProperties()).isNull();
    }

    @Test
    void shouldWriteTheSameBytes() throws Exception {
        assertThat(MessageDecoder.encode(MessageDecoder.decode(ByteBuffer.wrap(SECOND)), false))
                .isEqualTo(SECOND);
        assertThat(MessageDecoder.encode(MessageDecoder.decode(ByteBuffer.wrap(FIRST)), false))
                .isEqualTo(FIRST);
    }

    @Test
    void shouldReadForConsumersAndLeaveBodiesOut() {
        MessageExt message = MessageDecoder.clientDecode(ByteBuffer.wrap(FIRST), false);

        assertThat(message).isInstanceOf(MessageClientExt.class);
        assertThat(message.getMsgId()).isEqualTo("U1");
        assertThat(message.getBody()).isNull();
        assertThat(message.getTopic()).isEqualTo("TopicA");
    }

    private static MessageExt message(String topic, InetSocketAddress bornHost, InetSocketAddress storeHost) {
        MessageExt message = new MessageExt(3, 11, bornHost, 12, storeHost, null);
        message.setTopic(topic);
        message.setBody("hello".repeat(1000).getBytes(StandardCharsets.UTF_8));
        message.setCommitLogOffset(1000);
        message.setQueueOffset(77);
        message.setReconsumeTimes(2);
        message.setPreparedTransactionOffset(900);
        MessageAccessor.putProperty(message, "TAGS", "red");
        return message;
    }

    @Test
    void shouldKeepLongTopicsInTheSecondForm() throws Exception {
        InetSocketAddress host = new InetSocketAddress("10.0.0.2", 10_911);
        byte[] bytes = MessageDecoder.encode(message("%RETRY%" + "g".repeat(130), host, host), false);

        assertThat(ByteBuffer.wrap(bytes).getInt(4)).isEqualTo(0xDAA320AB);
        assertThat(MessageDecoder.decode(ByteBuffer.wrap(bytes)).getTopic()).hasSize(137);
    }

    @Test
    void up013_shouldCarryIpv6Hosts() throws Exception {
        InetSocketAddress v6 = new InetSocketAddress("2001:db8::1", 10_911);
        InetSocketAddress v4 = new InetSocketAddress("10.0.0.2", 10_911);
        for (InetSocketAddress bornHost : List.of(v4, v6)) {
            for (InetSocketAddress storeHost : List.of(v4, v6)) {
                byte[] bytes = MessageDecoder.encode(message("T", bornHost, storeHost), false);

                MessageExt read = MessageDecoder.decode(ByteBuffer.wrap(bytes));

                assertThat(read.getBornHost()).isEqualTo(bornHost);
                assertThat(read.getStoreHost()).isEqualTo(storeHost);
                assertThat(read.getReconsumeTimes()).isEqualTo(2);
                assertThat(read.getPreparedTransactionOffset()).isEqualTo(900);
                assertThat(read.getMsgId()).hasSize(storeHost.equals(v6) ? 56 : 32);
                assertThat(MessageDecoder.decodeMessageId(read.getMsgId())).isEqualTo(new MessageId(storeHost, 1000));
            }
        }
    }

    @Test
    void shouldCompressAndDecompressByTheFlags() throws Exception {
        InetSocketAddress host = new InetSocketAddress("10.0.0.2", 10_911);
        for (int typeBits : new int[] {0, MessageSysFlag.COMPRESSION_ZLIB_TYPE}) {
            MessageExt message = message("T", host, host);
            message.setSysFlag(MessageSysFlag.COMPRESSED_FLAG | typeBits);

            byte[] bytes = MessageDecoder.encode(message, true);

            assertThat(bytes).hasSizeLessThan(300);
            MessageExt read = MessageDecoder.decode(ByteBuffer.wrap(bytes), true, true, false, true);
            assertThat(read.getBody()).isEqualTo(message.getBody());
            assertThat(read.getSysFlag()).isEqualTo(message.getSysFlag());
            assertThat(MessageDecoder.decode(ByteBuffer.wrap(bytes), true, false)
                            .getBody())
                    .hasSizeLessThan(200);
        }
    }

    @Test
    void shouldNameTheLibraryOfAnOptionalCodec() throws Exception {
        InetSocketAddress host = new InetSocketAddress("10.0.0.2", 10_911);
        MessageExt message = message("T", host, host);
        message.setSysFlag(MessageSysFlag.COMPRESSED_FLAG | MessageSysFlag.COMPRESSION_ZSTD_TYPE);
        byte[] bytes = MessageDecoder.encode(message, false);

        assertThatThrownBy(() -> MessageDecoder.decode(ByteBuffer.wrap(bytes)))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("ZSTD")
                .hasMessageContaining("zstd-jni");
    }

    @Test
    void shouldRefuseADamagedBodyWhenAsked() {
        byte[] damaged = FIRST.clone();
        damaged[90] ^= 1;

        assertThat(MessageDecoder.decode(ByteBuffer.wrap(damaged)).getBody()).hasSize(5);
        assertThatThrownBy(() -> MessageDecoder.decode(ByteBuffer.wrap(damaged), true, true, true, true))
                .isInstanceOf(MessageFormatException.class)
                .hasMessageContaining("checksum");
    }

    @Test
    void shouldSayWhereNoMessageStands() {
        ByteBuffer bytes = both();
        bytes.putInt(FIRST.length, 1000);
        assertThatThrownBy(() -> MessageDecoder.decodes(bytes))
                .isInstanceOf(MessageFormatException.class)
                .hasMessageContaining("at byte 131")
                .hasMessageContaining("size is 1000");

        byte[] magic = FIRST.clone();
        magic[4] = 0;
        assertThatThrownBy(() -> MessageDecoder.decode(ByteBuffer.wrap(magic)))
                .isInstanceOf(MessageFormatException.class)
                .hasMessageContaining("magic a320a7");
    }

    @Test
    void shouldTakeAnyBytesWithAClearError() {
        Random random = new Random(3);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = FIRST.clone();
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                MessageDecoder.decode(ByteBuffer.wrap(bytes), true, true, true, random.nextBoolean());
            } catch (MessageFormatException | UnsupportedOperationException expected) {
                assertThat(expected).hasMessageContaining(" ");
            }
        }
    }

    @Test
    void shouldTakeInnerBatchesApart() throws Exception {
        Message one = new Message("T", "a", "one".getBytes(StandardCharsets.UTF_8));
        Message two = new Message("T", "b", "two".getBytes(StandardCharsets.UTF_8));
        InetSocketAddress host = new InetSocketAddress("10.0.0.2", 10_911);
        MessageExt batch = message("T", host, host);
        batch.setBody(MessageDecoder.encodeMessages(List.of(one, two)));
        batch.setSysFlag(
                MessageSysFlag.INNER_BATCH_FLAG | MessageSysFlag.NEED_UNWRAP_FLAG | MessageSysFlag.COMPRESSED_FLAG);
        MessageAccessor.putProperty(batch, "INNER_NUM", "2");
        ByteBuffer bytes = ByteBuffer.wrap(MessageDecoder.encode(batch, true));

        List<MessageExt> messages = MessageDecoder.decodesBatch(bytes, true, true, true);

        assertThat(messages).extracting(MessageExt::getQueueOffset).containsExactly(77L, 78L);
        assertThat(messages).extracting(MessageExt::getTags).containsExactly("a", "b");
        assertThat(messages).extracting(MessageExt::getSysFlag).containsOnly(0);
        assertThat(messages)
                .extracting(m -> new String(m.getBody(), StandardCharsets.UTF_8))
                .containsExactly("one", "two");
        assertThat(messages).allSatisfy(message -> assertThat(message.getProperty("INNER_NUM"))
                .isEqualTo("2"));
    }

    @Test
    void shouldMakeAndReadOffsetIds() throws Exception {
        InetSocketAddress host = new InetSocketAddress("10.0.0.2", 10_911);

        assertThat(MessageDecoder.createMessageId(host, 1000)).isEqualTo("0A00000200002A9F00000000000003E8");
        assertThat(MessageDecoder.decodeMessageId("0a00000200002a9f00000000000003e8"))
                .isEqualTo(new MessageId(host, 1000));
    }

    @Test
    void up015_shouldTellIdsThatCannotBeOffsetIds() {
        assertThatThrownBy(() -> MessageDecoder.decodeMessageId("my-order-17"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'my-order-17'");
        assertThatThrownBy(() -> MessageDecoder.decodeMessageId("7F000001A1B2C3D4E5F600000000FFFF"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("port");
        assertThat(MessageDecoder.isMessageId("G".repeat(32))).isFalse();
    }

    @Test
    void shouldWritePropertiesAsText() {
        assertThat(MessageDecoder.messageProperties2String(Map.of("a", "1"))).isEqualTo("a\u00011\u0002");
        assertThat(MessageDecoder.string2messageProperties("a\u00011\u0002b\u0001ü"))
                .isEqualTo(Map.of("a", "1", "b", "ü"));
        assertThat(MessageDecoder.messageProperties2String(null)).isEmpty();
        assertThat(MessageDecoder.string2messageProperties(null)).isEmpty();
    }

    @Test
    void shouldKnowTheCompressionTypes() {
        assertThat(CompressionType.of(" zstd ")).isEqualTo(CompressionType.ZSTD);
        assertThat(CompressionType.findByValue(0)).isEqualTo(CompressionType.ZLIB);
        assertThat(CompressionType.ofSysFlag(0x101)).isEqualTo(CompressionType.LZ4);
        assertThatThrownBy(() -> CompressionType.of("gzip")).hasMessageContaining("'gzip'");
        assertThatThrownBy(() -> CompressionType.findByValue(7)).isInstanceOf(IllegalArgumentException.class);
        assertThat(CompressorFactory.getCompressor(CompressionType.ZLIB).type()).isEqualTo(CompressionType.ZLIB);
    }
}
