package io.ferrymq.store.testing.disk;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * A change of directories that power loss may undo as a whole: a name that went, one that came, or both (a rename).
 *
 * @param file what the names are of, null for directories
 */
record NameChange<F>(Path gone, Path come, F file) {
    boolean isIn(Path dir) {
        return (gone != null && dir.equals(gone.getParent())) || (come != null && dir.equals(come.getParent()));
    }

    void apply(Map<Path, F> names, Set<Path> directories) {
        if (file == null) {
            if (gone != null) {
                // Whoever makes a directory of this name later makes an empty one.
                directories.removeIf(dir -> dir.startsWith(gone));
                names.keySet().removeIf(name -> name.startsWith(gone));
            } else {
                directories.add(come);
            }
            return;
        }
        if (gone != null && names.get(gone) == file) {
            names.remove(gone);
        }
        if (come != null) {
            names.put(come, file);
        }
    }
}
