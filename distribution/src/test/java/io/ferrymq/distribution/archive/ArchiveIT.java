package io.ferrymq.distribution.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What can differ between two builds of the same source stands in the headers of the archive: here it is fixed. */
class ArchiveIT {
    private static final int BLOCK = 512;
    /** {@code project.build.outputTimestamp}. */
    private static final long FIXED_TIME_S = 1_795_996_800L;

    private static List<Entry> entries;

    /** The header of one member. */
    record Entry(String name, int mode, long owner, long group, long modifiedS, String ownerName, char type) {}

    @BeforeAll
    static void read() throws Exception {
        entries = new ArrayList<>();
        try (DataInputStream tar = new DataInputStream(new GZIPInputStream(Files.newInputStream(Archive.file())))) {
            byte[] header = new byte[BLOCK];
            tar.readFully(header);
            while (header[0] != 0) {
                long size = octal(header, 124, 12);
                entries.add(new Entry(
                        text(header, 345, 155) + text(header, 0, 100),
                        (int) octal(header, 100, 8),
                        octal(header, 108, 8),
                        octal(header, 116, 8),
                        octal(header, 136, 12),
                        text(header, 265, 32),
                        (char) header[156]));
                tar.skipNBytes((size + BLOCK - 1) / BLOCK * BLOCK);
                tar.readFully(header);
            }
        }
    }

    private static String text(byte[] header, int from, int length) {
        int to = from;
        while (to < from + length && header[to] != 0) {
            to++;
        }
        return new String(header, from, to - from, UTF_8);
    }

    private static long octal(byte[] header, int from, int length) {
        return Long.parseLong("0" + text(header, from, length).trim(), 8);
    }

    @Test
    void shouldCarryNoTimeOfTheBuild() throws Exception {
        assertThat(entries).allSatisfy(entry -> assertThat(entry.modifiedS())
                .as("time of %s", entry.name())
                .isEqualTo(FIXED_TIME_S));
        byte[] gzip = Files.readAllBytes(Archive.file());
        assertThat(gzip).startsWith(0x1f, 0x8b, 8 /* deflate */);
        assertThat(List.of(gzip[4], gzip[5], gzip[6], gzip[7]))
                .as("time of the gzip header")
                .containsOnly((byte) 0);
    }

    @Test
    void shouldCarryNothingOfWhoBuiltIt() {
        assertThat(entries).allSatisfy(entry -> {
            assertThat(entry.owner()).as("owner of %s", entry.name()).isZero();
            assertThat(entry.group()).as("group of %s", entry.name()).isZero();
            assertThat(entry.ownerName()).isIn("", "root");
        });
    }

    @Test
    void shouldListItsFilesInOneOrder() {
        for (String folder : List.of("/bin/", "/conf/", "/lib/")) {
            List<String> names = entries.stream()
                    .map(Entry::name)
                    .filter(name -> name.contains(folder) && !name.endsWith("/"))
                    .toList();
            assertThat(names).as("files below %s", folder).isNotEmpty();
            if (!folder.equals("/lib/")) {
                assertThat(names).isSorted();
            }
        }
    }

    @Test
    void shouldHoldProgramsConfigurationLibrariesAndLicences() {
        String top = Path.of(entries.get(0).name()).getName(0).toString();
        assertThat(entries.stream().map(Entry::name))
                .contains(
                        top + "/bin/mqnamesrv",
                        top + "/bin/mqbroker",
                        top + "/bin/mqadmin",
                        top + "/bin/mqbench",
                        top + "/bin/mqshutdown",
                        top + "/bin/quickstart",
                        top + "/conf/broker.conf",
                        top + "/README.md",
                        top + "/LICENSE");
        assertThat(entries)
                .filteredOn(entry -> entry.name().contains("/bin/") && entry.type() == '0')
                .allSatisfy(entry -> assertThat(entry.mode() & 0777).isEqualTo(0755));
        assertThat(entries)
                .filteredOn(entry -> entry.name().endsWith(".jar"))
                .allSatisfy(entry -> assertThat(entry.mode() & 0777).isEqualTo(0644));
    }
}
