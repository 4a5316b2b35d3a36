package io.ferrymq.store.damage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Random;

/** A way to damage a file. */
enum Damage {
    ONE_BIT,
    SOME_BYTES,
    A_ZERO_SECTOR,
    CUT_SHORT,
    CUT_A_LITTLE,
    EMPTY,
    ZEROS,
    RANDOM,
    EXTENDED,
    GONE,
    OLDER;

    boolean isSmall() {
        return this == ONE_BIT || this == SOME_BYTES || this == A_ZERO_SECTOR;
    }

    void to(Path file, Path older, Random random) throws IOException {
        byte[] bytes = Files.exists(file) ? Files.readAllBytes(file) : new byte[] {'1', '2'};
        int size = bytes.length;
        switch (this) {
            case ONE_BIT -> bytes[random.nextInt(size)] ^= (byte) (1 << random.nextInt(8));
            case SOME_BYTES -> {
                for (int i = random.nextInt(40); i >= 0; i--) {
                    bytes[random.nextInt(size)] = (byte) random.nextInt();
                }
            }
            case A_ZERO_SECTOR -> {
                int at = random.nextInt(size) / 512 * 512;
                Arrays.fill(bytes, at, Math.min(size, at + 512), (byte) 0);
            }
            case CUT_SHORT -> bytes = Arrays.copyOf(bytes, size / 3);
            case CUT_A_LITTLE -> bytes = Arrays.copyOf(bytes, size - 1);
            case EMPTY -> bytes = new byte[0];
            case ZEROS -> bytes = new byte[size];
            case RANDOM -> random.nextBytes(bytes);
            case EXTENDED -> {
                bytes = Arrays.copyOf(bytes, size + 1 + random.nextInt(5000));
                for (int i = size; i < bytes.length; i++) {
                    bytes[i] = (byte) random.nextInt();
                }
            }
            case GONE -> {
                Files.deleteIfExists(file);
                return;
            }
            case OLDER -> {
                if (Files.exists(older)) {
                    Files.copy(older, file, StandardCopyOption.REPLACE_EXISTING);
                } else {
                    Files.deleteIfExists(file);
                }
                return;
            }
        }
        Files.write(file, bytes);
    }
}
