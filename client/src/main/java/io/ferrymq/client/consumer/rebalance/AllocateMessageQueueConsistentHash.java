package io.ferrymq.client.consumer.rebalance;

import io.ferrymq.common.consistenthash.HashFunction;
import io.ferrymq.common.message.MessageQueue;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Members stand on a ring, several times each, and a queue goes to the next one clockwise: few queues move when one comes or goes. */
public class AllocateMessageQueueConsistentHash extends AbstractAllocateMessageQueueStrategy {
    private static final int VIRTUAL_NODES_DEFAULT = 10;

    private final int virtualNodeCnt;
    private final HashFunction hashFunction;

    public AllocateMessageQueueConsistentHash() {
        this(VIRTUAL_NODES_DEFAULT);
    }

    public AllocateMessageQueueConsistentHash(int virtualNodeCnt) {
        this(virtualNodeCnt, null);
    }

    /** @param customHashFunction null for the usual one, which official clients use too */
    public AllocateMessageQueueConsistentHash(int virtualNodeCnt, HashFunction customHashFunction) {
        if (virtualNodeCnt < 0) {
            throw new IllegalArgumentException("illegal virtualNodeCnt :" + virtualNodeCnt);
        }
        this.virtualNodeCnt = virtualNodeCnt;
        this.hashFunction =
                customHashFunction == null ? AllocateMessageQueueConsistentHash::md5First4Bytes : customHashFunction;
    }

    @Override
    public List<MessageQueue> allocate(
            String consumerGroup, String currentCID, List<MessageQueue> mqAll, List<String> cidAll) {
        if (!check(consumerGroup, currentCID, mqAll, cidAll)) {
            return List.of();
        }
        NavigableMap<Long, String> ring = new TreeMap<>();
        for (String member : cidAll) {
            for (int i = 0; i < virtualNodeCnt; i++) {
                ring.put(hashFunction.hash(member + "-" + i), member);
            }
        }
        return mqAll.stream()
                .filter(queue -> currentCID.equals(owner(ring, queue)))
                .toList();
    }

    private String owner(NavigableMap<Long, String> ring, MessageQueue queue) {
        if (ring.isEmpty()) {
            return null;
        }
        Map.Entry<Long, String> clockwise = ring.ceilingEntry(hashFunction.hash(queue.toString()));
        return clockwise == null ? ring.firstEntry().getValue() : clockwise.getValue();
    }

    private static long md5First4Bytes(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(key.getBytes(StandardCharsets.UTF_8));
            return Integer.toUnsignedLong(ByteBuffer.wrap(digest).getInt());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }

    @Override
    public String getName() {
        return "CONSISTENT_HASH";
    }
}
