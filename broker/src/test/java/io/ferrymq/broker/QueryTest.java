package io.ferrymq.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.QueryMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryMessageResponseHeader;
import io.ferrymq.remoting.protocol.header.SendMessageResponseHeader;
import io.ferrymq.remoting.protocol.header.ViewMessageRequestHeader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages by key and by id, through real sockets. */
class QueryTest {
    @TempDir
    private static Path store;

    private static TestBroker broker;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = TestBroker.start(store);
        broker.createTopic("T", 1);
        broker.createTopic("U", 1);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    private static Reply send(String topic, Map<String, String> properties, String text) throws Exception {
        return broker.send(topic, 0, properties, text.getBytes(StandardCharsets.UTF_8));
    }

    private static Reply query(String topic, String key, int max, Boolean unique) throws Exception {
        return broker.call(Request.of(
                RequestCode.QUERY_MESSAGE, new QueryMessageRequestHeader(topic, key, max, 0, Long.MAX_VALUE, unique)));
    }

    @Test
    void shouldFindByKeyWithinItsTopic() throws Exception {
        send("T", Map.of("KEYS", "order-1 customer-7"), "first");
        send("U", Map.of("KEYS", "customer-7"), "elsewhere");
        send("T", Map.of("KEYS", "customer-7"), "second");
        Reply reply = query("T", "customer-7", 32, null);
        assertThat(TestConsumer.bodies(reply)).containsExactlyInAnyOrder("first", "second");
        QueryMessageResponseHeader header = reply.header(QueryMessageResponseHeader.class);
        assertThat(header.indexLastUpdateTimestamp()).isPositive();
        assertThat(header.indexLastUpdatePhyoffset()).isPositive();
        assertThat(TestConsumer.bodies(query("T", "customer-7", 1, null))).hasSize(1);
        assertThat(TestConsumer.bodies(query("T", "order-1", 32, null))).containsExactly("first");
    }

    @Test
    void shouldFindByUniqueIdWhateverNumberIsWanted() throws Exception {
        send("T", Map.of("UNIQ_KEY", "7F0000010A2B18B4AAC20000000000AA"), "unique");
        assertThat(TestConsumer.bodies(query("T", "7F0000010A2B18B4AAC20000000000AA", 0, true)))
                .containsExactly("unique");
    }

    @Test
    void shouldSayThatThereIsNone() throws Exception {
        Reply reply = query("T", "no-such-key", 32, null);
        assertThat(reply.code()).isEqualTo(ResponseCode.QUERY_NOT_FOUND);
        assertThat(reply.remark()).contains("no-such-key");
    }

    @Test
    void shouldViewByPlaceAndNeverAnotherMessage() throws Exception {
        send("T", Map.of(), "neighbour");
        String msgId = send("T", Map.of(), "wanted")
                .header(SendMessageResponseHeader.class)
                .msgId();
        long offset = MessageDecoder.decodeMessageId(msgId).getOffset();
        assertThat(TestConsumer.bodies(view(offset))).containsExactly("wanted");
        for (long wrong : new long[] {offset + 1, offset - 1, offset + 1_000_000, -1}) {
            Reply reply = view(wrong);
            assertThat(reply.code()).as("offset %d", wrong).isEqualTo(ResponseCode.SYSTEM_ERROR);
            assertThat(reply.remark()).contains("can not find message by the offset, " + wrong);
        }
    }

    private static Reply view(long offset) throws Exception {
        return broker.call(Request.of(RequestCode.VIEW_MESSAGE_BY_ID, new ViewMessageRequestHeader(null, offset)));
    }
}
