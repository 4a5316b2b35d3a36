package io.ferrymq.distribution.admin.group;

import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Option;

/** How long a command waits for consumers that are online to go on from where it has moved them. */
final class ReaderTimeout {
    @Option(
            names = "--timeout",
            description =
                    "How long to wait, in seconds, until consumers that are online have gone on from there. RocketMQ's"
                            + " clients pause for 10 s. Default: ${DEFAULT-VALUE}",
            defaultValue = "30")
    private int seconds;

    long ms() {
        return TimeUnit.SECONDS.toMillis(Math.max(0, seconds));
    }
}
