package io.ferrymq.store.check;

/** Told what a check finds, as it finds it. */
public interface CheckListener {
    void found(Finding finding);

    /** Called every now and then while the log is read. */
    default void progress(long doneBytes, long allBytes, long records) {}
}
