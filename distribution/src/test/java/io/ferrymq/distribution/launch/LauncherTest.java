package io.ferrymq.distribution.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.InputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LauncherTest {
    private static final int JAVA_8 = 52;

    @ParameterizedTest
    @ValueSource(strings = {"1.8", "9", "11", "16"})
    @DisplayName("UP-003: an old Java is told apart in one line, with the version found and the one needed")
    void up003_tellsAnOldJavaApart(String version) {
        assertThat(Launcher.complaint(version, "/opt/java"))
                .isEqualTo("FerryMQ needs Java 17 or newer; this is Java " + version
                        + " at /opt/java. Set JAVA_HOME to a newer one.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"17", "21", "25", "26"})
    void shouldTakeEveryJavaFrom17On(String version) {
        assertThat(Launcher.complaint(version, "/opt/java")).isNull();
    }

    @Test
    void shouldBeByteCodeThatAnOldJavaLoads() throws Exception {
        try (InputStream bytes = Launcher.class.getResourceAsStream("Launcher.class");
                DataInputStream code = new DataInputStream(bytes)) {
            assertThat(code.readInt()).isEqualTo(0xCAFEBABE);
            code.readUnsignedShort(); // minor version
            assertThat(code.readUnsignedShort()).isEqualTo(JAVA_8);
        }
    }
}
