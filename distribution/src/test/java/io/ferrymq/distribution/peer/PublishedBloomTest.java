package io.ferrymq.distribution.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.broker.filter.Bloom;
import org.junit.jupiter.api.Test;

/** The bits of groups stand where the published broker looks for them. */
class PublishedBloomTest {
    @Test
    void shouldPutTheBitsWhereThePublishedBrokerDoes() throws Exception {
        Class<?> theirs = PeerJars.server("5.5.0").loadClass("org.apache.rocketmq.filter.util.BloomFilter");
        for (int error : new int[] {1, 2, 5, 10, 20, 25, 49, 50, 51, 75, 90, 99}) {
            for (int groups : new int[] {1, 2, 8, 32, 33, 100, 1000}) {
                Object their =
                        theirs.getMethod("createByFn", int.class, int.class).invoke(null, error, groups);
                Bloom our = Bloom.of(error, groups);
                assertThat(our.bits()).isEqualTo(theirs.getMethod("getM").invoke(their));
                assertThat(our.positions()).isEqualTo(theirs.getMethod("getK").invoke(their));
                for (String group : new String[] {"", "g", "GroupA", "消费", "a group with a name that is rather long"}) {
                    Object data = theirs.getMethod("generate", String.class).invoke(their, group + "#TopicA");
                    assertThat(our.positionsOf(group, "TopicA"))
                            .isEqualTo(data.getClass().getMethod("getBitPos").invoke(data));
                }
            }
        }
    }
}
