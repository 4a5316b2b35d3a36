package io.ferrymq.common.config;

import java.util.Collection;
import java.util.Locale;

/** Finds the name somebody probably meant. */
public final class NearestName {
    private NearestName() {}

    /** The candidate with the fewest changed characters, or null when none is near: at most a third of them may differ. */
    public static String find(String name, Collection<String> candidates) {
        String lower = name.toLowerCase(Locale.ROOT);
        int limit = Math.max(1, name.length() / 3);
        String nearest = null;
        int nearestDistance = limit + 1;
        for (String candidate : candidates) {
            if (Math.abs(candidate.length() - name.length()) >= nearestDistance) {
                continue;
            }
            int distance = distance(lower, candidate.toLowerCase(Locale.ROOT));
            if (distance < nearestDistance) {
                nearest = candidate;
                nearestDistance = distance;
            }
        }
        return nearest;
    }

    /** Insertions, deletions, replacements and swaps of neighbours that lead from one to the other. */
    static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                d[i][j] = i == 0 || j == 0 ? i + j : cheapest(d, a, b, i, j);
            }
        }
        return d[a.length()][b.length()];
    }

    private static int cheapest(int[][] d, String a, String b, int i, int j) {
        int replaced = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int best = Math.min(replaced, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, d[i - 2][j - 2] + 1) : best;
    }
}
