package io.ferrymq.client.hook;

/**
 * Told before and after each attempt to send a message: after an answer with the result, after a failure with the exception, after the hand-over
 * of a one-way message with neither. The last attempt's exception is the one that the application gets. What a hook throws is logged and ignored.
 */
public interface SendMessageHook {
    String hookName();

    void sendMessageBefore(SendMessageContext context);

    void sendMessageAfter(SendMessageContext context);
}
