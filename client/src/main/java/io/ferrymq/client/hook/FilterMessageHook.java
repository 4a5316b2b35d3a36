package io.ferrymq.client.hook;

/** Sees the messages of each pull, after the filter by tag, and may take some out. */
public interface FilterMessageHook {
    String hookName();

    void filterMessage(FilterMessageContext context);
}
