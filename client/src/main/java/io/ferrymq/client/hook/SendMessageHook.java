package io.ferrymq.client.hook;

/** Told before each attempt to send a message, and once when the send has ended. What it throws is logged and ignored. */
public interface SendMessageHook {
    String hookName();

    void sendMessageBefore(SendMessageContext context);

    void sendMessageAfter(SendMessageContext context);
}
