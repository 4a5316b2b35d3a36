package io.ferrymq.client.hook;

/** Told before a broker is told how a transaction ended. What it throws is logged and ignored. */
public interface EndTransactionHook {
    String hookName();

    void endTransaction(EndTransactionContext context);
}
