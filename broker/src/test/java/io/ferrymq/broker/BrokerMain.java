package io.ferrymq.broker;

import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.BrokerSchema;
import java.nio.file.Path;

/** Runs a broker with the settings of a file, for measurements: {@code BrokerMain FILE}. */
public final class BrokerMain {
    private BrokerMain() {}

    public static void main(String[] args) throws InterruptedException {
        Path file = Path.of(args[0]);
        Broker broker = Broker.start(BrokerConfig.of(BrokerSchema.create().parse(file)), file);
        Runtime.getRuntime().addShutdownHook(new Thread(broker::close));
        System.out.println("pid " + ProcessHandle.current().pid() + " at " + broker.address());
        Thread.currentThread().join();
    }
}
