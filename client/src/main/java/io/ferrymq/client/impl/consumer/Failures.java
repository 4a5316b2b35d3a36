package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.exception.MQBrokerException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** What failed futures hold. */
final class Failures {
    private Failures() {}

    /** The failure itself, without the wrappers that futures put around it. */
    static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** The code with which a broker refused, or -1 when the failure is another. */
    static int brokerCode(Throwable failure) {
        return cause(failure) instanceof MQBrokerException refused ? refused.getResponseCode() : -1;
    }

    /** Tells causes apart, without the numbers and names in their texts. */
    static String kind(Throwable failure) {
        return cause(failure).getClass().getSimpleName() + brokerCode(failure);
    }

    /** For a log line. */
    static String text(Throwable failure) {
        Throwable cause = cause(failure);
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
