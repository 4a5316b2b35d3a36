package io.ferrymq.remoting.protocol.body;

/** What a listener made of a message that it was told to consume. */
public enum CMResult {
    CR_SUCCESS,
    CR_LATER,
    CR_ROLLBACK,
    CR_COMMIT,
    CR_THROW_EXCEPTION,
    CR_RETURN_NULL
}
