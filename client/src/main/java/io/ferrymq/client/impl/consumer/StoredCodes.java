package io.ferrymq.client.impl.consumer;

import io.ferrymq.remoting.protocol.ResponseCode;

/** Answers to a send that mean the master has the message. */
final class StoredCodes {
    private StoredCodes() {}

    static boolean isStored(int code) {
        return switch (code) {
            case ResponseCode.SUCCESS,
                    ResponseCode.FLUSH_DISK_TIMEOUT,
                    ResponseCode.FLUSH_SLAVE_TIMEOUT,
                    ResponseCode.SLAVE_NOT_AVAILABLE -> true;
            default -> false;
        };
    }
}
