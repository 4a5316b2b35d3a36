package io.ferrymq.client.exception;

/** The client cannot do what it was asked to: wrong state, illegal argument, no route, or all attempts failed. */
public class MQClientException extends Exception {
    private static final long serialVersionUID = -5758410930844185841L;
    private static final int NO_CODE = -1;

    private int responseCode;
    private String errorMessage;

    public MQClientException(String errorMessage, Throwable cause) {
        super(errorMessage, cause);
        this.responseCode = NO_CODE;
        this.errorMessage = errorMessage;
    }

    public MQClientException(int responseCode, String errorMessage) {
        super("CODE: " + responseCode + "  DESC: " + errorMessage);
        this.responseCode = responseCode;
        this.errorMessage = errorMessage;
    }

    public MQClientException(int responseCode, String errorMessage, Throwable cause) {
        super("CODE: " + responseCode + "  DESC: " + errorMessage, cause);
        this.responseCode = responseCode;
        this.errorMessage = errorMessage;
    }

    /** A broker's code, one of the client's own from 10001 on, or -1. */
    public int getResponseCode() {
        return responseCode;
    }

    public MQClientException setResponseCode(int responseCode) {
        this.responseCode = responseCode;
        return this;
    }

    public String getErrorMessage() {
        return errorMessage;
    }

    public void setErrorMessage(String errorMessage) {
        this.errorMessage = errorMessage;
    }
}
