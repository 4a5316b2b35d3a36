package io.ferrymq.client.exception;

import io.ferrymq.remoting.protocol.ResponseCode;

/** The broker has no stored position for this group and queue. */
public class OffsetNotFoundException extends MQBrokerException {
    private static final long serialVersionUID = 1L;

    public OffsetNotFoundException() {
        this(ResponseCode.QUERY_NOT_FOUND, null);
    }

    public OffsetNotFoundException(int responseCode, String errorMessage) {
        super(responseCode, errorMessage);
    }

    public OffsetNotFoundException(int responseCode, String errorMessage, String brokerAddr) {
        super(responseCode, errorMessage, brokerAddr);
    }
}
