package io.ferrymq.client.impl.producer;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.remoting.exception.RemotingException;

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

    /** The exception with the stack of this thread: where it was made, on an event loop, tells nobody anything. */
    static <T extends Throwable> T hereAs(T failure) {
        failure.setStackTrace(new Throwable().getStackTrace());
        return failure;
    }
}
