package io.ferrymq.client.impl.producer;

import io.ferrymq.client.common.ClientErrorCode;
import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.remoting.exception.RemotingConnectException;
import io.ferrymq.remoting.exception.RemotingTimeoutException;
import io.ferrymq.remoting.exception.RemotingTooMuchRequestException;
import java.util.ArrayList;
import java.util.List;

/** The failed attempts of one send, and the exception that tells of them all. */
final class SendFailures {
    private final List<String> brokers = new ArrayList<>(3);
    private final List<String> reasons = new ArrayList<>(3);

    void add(String broker, long tookMs, Throwable cause) {
        brokers.add(broker);
        reasons.add(broker + " after " + tookMs + " ms: " + cause.getMessage());
    }

    /** No attempt came about: nobody knows where to send to. */
    void addLookUp(Throwable cause) {
        reasons.add("then: " + cause.getMessage());
    }

    /** An attempt that found no address to go to. */
    static MQClientException noMaster(String broker) {
        return new MQClientException(
                ClientErrorCode.BROKER_NOT_EXIST_EXCEPTION,
                "The broker[" + broker + "] not exist: no route names its master");
    }

    /** All attempts are used up. */
    MQClientException exhausted(String topic, long costMs, Throwable last) {
        String text = "Send [" + brokers.size() + "] times, still failed, cost [" + costMs + "]ms, Topic: " + topic
                + ", BrokersSent: " + brokers + ". " + String.join("; ", reasons);
        return new MQClientException(codeOf(last), text, last);
    }

    /** The time is used up, though not the attempts. */
    RemotingTooMuchRequestException outOfTime(String topic, long costMs, long timeoutMs, Throwable last) {
        if (timeoutMs <= 0) {
            return new RemotingTooMuchRequestException(
                    "sendDefaultImpl call timeout: topic " + topic + ", the timeout is " + timeoutMs
                            + " ms, a send needs more than 0 (sendMsgTimeout, or the argument of this send)",
                    last);
        }
        return new RemotingTooMuchRequestException(
                "sendDefaultImpl call timeout: topic " + topic + ", " + costMs + " ms of " + timeoutMs
                        + " ms (sendMsgTimeout) used by " + brokers.size() + " attempts"
                        + (reasons.isEmpty()
                                ? ": it went before the first, into finding the topic's route"
                                : ". " + String.join("; ", reasons)),
                last);
    }

    private static int codeOf(Throwable last) {
        if (last instanceof MQBrokerException refused) {
            return refused.getResponseCode();
        } else if (last instanceof RemotingConnectException) {
            return ClientErrorCode.CONNECT_BROKER_EXCEPTION;
        } else if (last instanceof RemotingTimeoutException) {
            return ClientErrorCode.ACCESS_BROKER_TIMEOUT;
        } else if (last instanceof MQClientException client) {
            int code = client.getResponseCode();
            return code < 0 ? ClientErrorCode.BROKER_NOT_EXIST_EXCEPTION : code;
        }
        return -1;
    }
}
