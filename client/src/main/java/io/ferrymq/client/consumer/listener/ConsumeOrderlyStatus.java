package io.ferrymq.client.consumer.listener;

/** What became of messages consumed in order. */
public enum ConsumeOrderlyStatus {
    /** Done. Without auto-commit the position stays until {@link #COMMIT}. */
    SUCCESS,

    /** Without auto-commit: everything since the last commit comes again. */
    @Deprecated
    ROLLBACK,

    /** Without auto-commit: everything so far is done. */
    @Deprecated
    COMMIT,

    /** Not done: the same messages come again after a while, and nothing else of their queue before. */
    SUSPEND_CURRENT_QUEUE_A_MOMENT
}
