package io.ferrymq.distribution.admin;

/** Why a command could not do what it was asked: one sentence for a person, printed without a stack trace. */
public final class CommandFailed extends Exception {
    public CommandFailed(String reason) {
        super(reason);
    }

    public CommandFailed(String reason, Throwable cause) {
        super(reason, cause);
    }
}
