package io.ferrymq.client.exception;

/** A broker answered that it did not do what it was asked to. */
public class MQBrokerException extends Exception {
    private static final long serialVersionUID = 5975020272601250368L;

    private final int responseCode;
    private final String errorMessage;
    private final String brokerAddr;

    public MQBrokerException(int responseCode, String errorMessage) {
        super("CODE: " + responseCode + "  DESC: " + errorMessage);
        this.responseCode = responseCode;
        this.errorMessage = errorMessage;
        this.brokerAddr = null;
    }

    public MQBrokerException(int responseCode, String errorMessage, String brokerAddr) {
        super("CODE: " + responseCode + "  DESC: " + errorMessage
                + (brokerAddr == null ? "" : " BROKER: " + brokerAddr));
        this.responseCode = responseCode;
        this.errorMessage = errorMessage;
        this.brokerAddr = brokerAddr;
    }

    public int getResponseCode() {
        return responseCode;
    }

    /** The broker's remark. */
    public String getErrorMessage() {
        return errorMessage;
    }

    public String getBrokerAddr() {
        return brokerAddr;
    }
}
