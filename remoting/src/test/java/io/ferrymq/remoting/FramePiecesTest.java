package io.ferrymq.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Frames are the same however their bytes come, and their memory is given back. */
class FramePiecesTest {
    private final List<String> served = new ArrayList<>();
    private final List<ByteBuf> buffers = new ArrayList<>();

    private EmbeddedChannel channel() {
        HandlerTable table = HandlerTable.builder()
                .on(1, (ctx, header, body) -> served.add(ctx.opaque() + body.toString(StandardCharsets.UTF_8)))
                .build();
        EmbeddedChannel channel = new EmbeddedChannel();
        Connection connection =
                new Connection(channel, RemotingSettings.defaults(), new InetSocketAddress("127.0.0.1", 1), null);
        channel.pipeline()
                .addLast(new FrameDecoder(1 << 20, new Dispatcher(table, () -> {}, () -> false), connection))
                .addLast(new ConnectionHandler(connection, 60_000, true));
        return channel;
    }

    private static byte[] frames() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(RawPeer.json("{\"code\":1,\"flag\":2,\"opaque\":1}", "first".getBytes(StandardCharsets.UTF_8)));
        out.writeBytes(RawPeer.json("{\"code\":1,\"flag\":2,\"opaque\":2}"));
        out.writeBytes(RawPeer.json("{\"code\":1,\"flag\":2,\"opaque\":3}", "third".getBytes(StandardCharsets.UTF_8)));
        return out.toByteArray();
    }

    private void write(EmbeddedChannel channel, byte[] bytes, int from, int to) {
        if (from < to) {
            ByteBuf piece = Unpooled.copiedBuffer(bytes, from, to - from);
            buffers.add(piece);
            channel.writeInbound(piece);
        }
    }

    @Test
    void shouldReadFramesCutAnywhere() {
        byte[] bytes = frames();
        for (int one = 0; one <= bytes.length; one++) {
            for (int two = one; two <= bytes.length; two += 3) {
                served.clear();
                EmbeddedChannel channel = channel();
                write(channel, bytes, 0, one);
                write(channel, bytes, one, two);
                write(channel, bytes, two, bytes.length);
                assertThat(served).as("cut at %d and %d", one, two).containsExactly("1first", "2", "3third");
                channel.finishAndReleaseAll();
            }
        }
        assertThat(buffers).allMatch(piece -> piece.refCnt() == 0);
    }

    @Test
    void shouldReadFramesByteByByte() {
        byte[] bytes = frames();
        EmbeddedChannel channel = channel();
        for (int i = 0; i < bytes.length; i++) {
            write(channel, bytes, i, i + 1);
        }
        assertThat(served).containsExactly("1first", "2", "3third");
        channel.finishAndReleaseAll();
        assertThat(buffers).allMatch(piece -> piece.refCnt() == 0);
    }

    @Test
    void shouldEndTheConnectionAtBytesThatAreNoFrameAndServeNothingBehind() {
        EmbeddedChannel channel = channel();
        byte[] bytes = frames();
        write(channel, bytes, 0, bytes.length);
        byte[] wrong = {0x7F, 0, 0, 0};
        write(channel, wrong, 0, 2);
        byte[] rest = Arrays.copyOf(Arrays.copyOfRange(wrong, 2, 4), 2 + bytes.length);
        System.arraycopy(bytes, 0, rest, 2, bytes.length);
        write(channel, rest, 0, rest.length);
        assertThat(channel.isActive()).isFalse();
        assertThat(served).hasSize(3);
        assertThat(buffers).allMatch(piece -> piece.refCnt() == 0);
    }

    @Test
    void shouldGiveBackABeginningWhoseRestNeverComes() {
        EmbeddedChannel channel = channel();
        byte[] bytes = frames();
        write(channel, bytes, 0, 20);
        channel.close();
        channel.finishAndReleaseAll();
        assertThat(served).isEmpty();
        assertThat(buffers).allMatch(piece -> piece.refCnt() == 0);
    }
}
