package io.ferrymq.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests of senders that were woken together leave together, and none is left behind. */
class WriteQueueTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final WriteQueue writes =
            new Connection(channel, RemotingSettings.defaults(), new InetSocketAddress("127.0.0.1", 1), null).writes();

    private void send(int count) {
        for (int i = 0; i < count; i++) {
            writes.add(new OnewayRequest(Request.of(1), i));
        }
    }

    private void back(int senders) {
        for (int i = 0; i < senders; i++) {
            writes.senderBack();
        }
    }

    /** Frames that the event loop writes when it has been woken; 0 when it has not. */
    private int written() {
        channel.runPendingTasks();
        int frames = 0;
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            while (out.isReadable()) {
                out.skipBytes(out.readInt());
                frames++;
            }
            out.release();
        }
        return frames;
    }

    @Test
    void shouldWriteAtOnceWhenNobodyIsExpected() {
        send(1);
        assertThat(written()).isEqualTo(1);
    }

    @Test
    void shouldWriteWhenSomeOfTheExpectedAreBackAndAgainWhenAllAre() {
        writes.sendersComeBack(36);
        send(3);
        back(3);
        assertThat(written()).isZero();
        back(1);
        assertThat(written()).isEqualTo(3);
        send(1);
        back(31);
        assertThat(written()).isEqualTo(1);
        send(5);
        assertThat(written()).isZero();
        back(1);
        assertThat(written()).isEqualTo(5);
        send(1);
        assertThat(written()).isEqualTo(1);
    }

    @Test
    void shouldCountSendersOfSeveralReadsTogether() {
        writes.sendersComeBack(16);
        send(2);
        writes.sendersComeBack(16);
        back(31);
        written();
        send(1);
        back(1);
        assertThat(written()).isEqualTo(1);
        assertThat(channel.releaseOutbound()).isFalse();
    }

    @Test
    void shouldNotWaitForThoseWhoGetNoProcessor() {
        writes.sendersComeBack(36);
        send(2);
        assertThat(written()).isZero();
        assertThat(writes.writeWhatWaited()).isTrue();
        back(3);
        assertThat(writes.writeWhatWaited()).isTrue();
        assertThat(written()).as("they come").isZero();
        assertThat(writes.writeWhatWaited()).isTrue();
        assertThat(written()).isEqualTo(2);
        send(1);
        assertThat(written()).as("they are known to be late").isEqualTo(1);
        back(33);
        assertThat(writes.writeWhatWaited()).isFalse();
        writes.sendersComeBack(16);
        send(1);
        assertThat(written()).isZero();
        back(16);
        assertThat(written()).isEqualTo(1);
    }

    @Test
    void shouldNotKeepALongBacklogInMemoryUntilAllOfItIsWritten() {
        List<Integer> flushed = new ArrayList<>();
        channel.pipeline().addFirst(new ChannelOutboundHandlerAdapter() {
            @Override
            public void flush(ChannelHandlerContext ctx) {
                ctx.flush();
                flushed.add(written());
            }
        });
        for (int i = 0; i < 1_000; i++) {
            writes.add(new OnewayRequest(Request.of(1, new byte[1_024]), i));
        }
        channel.runPendingTasks();
        assertThat(flushed.stream().mapToInt(Integer::intValue).sum()).isEqualTo(1_000);
        assertThat(flushed).hasSizeBetween(8, 20).allSatisfy(frames -> assertThat(frames)
                .isLessThan(200));
    }
}
