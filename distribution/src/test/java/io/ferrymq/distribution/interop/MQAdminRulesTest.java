package io.ferrymq.distribution.interop;

import io.ferrymq.distribution.LocalCluster;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The methods of MQAdmin against our servers; {@link PeerServersTest} asks the published ones the same. */
class MQAdminRulesTest {
    @TempDir
    private Path folder;

    @Test
    void shouldFollowTheRulesOfOffsetsTimesAndIds() throws Exception {
        try (LocalCluster servers = LocalCluster.start(folder, LocalCluster.BROKER)) {
            new MQAdminRules(servers.producer(), "Questions").check();
        }
    }
}
