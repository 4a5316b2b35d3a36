package io.ferrymq.peers;

import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendResult;
import org.apache.rocketmq.common.message.Message;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** One synchronous send of 1 KB, message and all; {@code -prof gc} tells what it allocates in the whole process. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Threads(8)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 3, time = 3)
public class SyncSend {
    @Param("127.0.0.1:9876")
    public String nameserver;

    @Param("T8")
    public String topic;

    private DefaultMQProducer producer;
    private byte[] body;

    @Setup
    public void start() throws Exception {
        body = new byte[1024];
        producer = new DefaultMQProducer("jmh");
        producer.setNamesrvAddr(nameserver);
        producer.start();
    }

    @TearDown
    public void stop() {
        producer.shutdown();
    }

    @Benchmark
    public SendResult send() throws Exception {
        return producer.send(new Message(topic, body));
    }
}
