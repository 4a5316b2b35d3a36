package io.ferrymq.client.impl.producer;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.remoting.exception.RemotingConnectException;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.exception.RemotingSendRequestException;
import io.ferrymq.remoting.exception.RemotingTimeoutException;
import io.ferrymq.remoting.exception.RemotingTooMuchRequestException;

/** Failures that happened on another thread, thrown where the application called. */
final class Thrown {
    private Thrown() {}

    /** Throws the failure, or returns one to throw. */
    static MQClientException byCaller(Throwable failure)
            throws RemotingException, MQBrokerException, InterruptedException {
        if (failure instanceof RemotingException remoting) {
            throw hereAs(remoting);
        } else if (failure instanceof MQBrokerException refused) {
            throw hereAs(refused);
        } else if (failure instanceof InterruptedException interrupted) {
            throw interrupted;
        } else if (failure instanceof MQClientException client) {
            return hereAs(client);
        } else if (failure instanceof RuntimeException own) {
            // Of a hook of the application: with its own stack.
            throw own;
        }
        return new MQClientException("the send failed: " + failure, failure);
    }

    /** A copy of a failure that several threads are told of, so that each may set its own stack; others are returned as they are. */
    static Throwable copyOf(Throwable shared) {
        if (shared instanceof MQBrokerException refused) {
            return new MQBrokerException(refused.getResponseCode(), refused.getErrorMessage(), refused.getBrokerAddr());
        } else if (shared instanceof RemotingTooMuchRequestException) {
            return new RemotingTooMuchRequestException(shared.getMessage(), shared);
        } else if (shared instanceof RemotingTimeoutException) {
            return new RemotingTimeoutException(shared.getMessage(), shared);
        } else if (shared instanceof RemotingSendRequestException) {
            return new RemotingSendRequestException(shared.getMessage(), shared);
        } else if (shared instanceof RemotingConnectException) {
            return new RemotingConnectException(shared.getMessage(), shared);
        } else if (shared.getClass() == MQClientException.class) {
            MQClientException client = (MQClientException) shared;
            return client.getResponseCode() < 0
                    ? new MQClientException(client.getErrorMessage(), client.getCause())
                    : new MQClientException(client.getResponseCode(), client.getErrorMessage(), client.getCause());
        }
        return shared;
    }

    /** The exception with the stack of this thread: where it was made, on an event loop, tells nobody anything. */
    static <T extends Throwable> T hereAs(T failure) {
        failure.setStackTrace(new Throwable().getStackTrace());
        return failure;
    }
}
