package io.ferrymq.client.hook;

import io.ferrymq.client.exception.MQClientException;

/** May forbid an attempt to send a message, by throwing. */
public interface CheckForbiddenHook {
    String hookName();

    void checkForbidden(CheckForbiddenContext context) throws MQClientException;
}
