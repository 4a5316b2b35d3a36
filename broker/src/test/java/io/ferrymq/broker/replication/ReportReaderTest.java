package io.ferrymq.broker.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportReaderTest {
    @Test
    void shouldTakeTheLastWholeReport() {
        ReportReader reader = new ReportReader();
        ByteBuf bytes = Unpooled.buffer();
        bytes.writeBytes(new byte[] {0, 0, 0, 0, 0, 0, 0, 1 /* report 1 */});
        bytes.writeBytes(new byte[] {0, 0, 0, 0, 0, 0, 1, 0 /* report 256 */});
        bytes.writeBytes(new byte[] {0, 0, 0 /* a part of the next */});
        assertThat(reader.read(bytes)).isTrue();
        assertThat(reader.last()).isEqualTo(256);
        assertThat(reader.read(Unpooled.wrappedBuffer(new byte[] {0, 0, 0, 2, 1})))
                .isTrue();
        assertThat(reader.last()).isEqualTo(513);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 5, 7, 8, 9, 11, 13, 16, 17, 23})
    void shouldFindTheSameReportsHoweverTheyAreCut(int pieceBytes) {
        ByteBuf bytes = Unpooled.buffer();
        for (long end = 1; end <= 40; end++) {
            bytes.writeLong(end << 40 | end);
        }
        ReportReader reader = new ReportReader();
        int read = 0;
        while (bytes.isReadable()) {
            int size = Math.min(pieceBytes, bytes.readableBytes());
            boolean found = reader.read(bytes.readSlice(size));
            int whole = (read + size) / HaFrame.REPORT_BYTES;
            assertThat(found).isEqualTo(whole > read / HaFrame.REPORT_BYTES);
            if (found) {
                assertThat(reader.last()).isEqualTo((long) whole << 40 | whole);
            }
            read += size;
        }
    }
}
