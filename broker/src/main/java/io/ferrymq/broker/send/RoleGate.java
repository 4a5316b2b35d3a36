package io.ferrymq.broker.send;

/** Whether this broker's role and replicas let it take messages at all. Asked for each send. */
@FunctionalInterface
public interface RoleGate {
    /** Why not, as a response code and a sentence. */
    record Refusal(int code, String text) {}

    /** Null when messages are taken. */
    Refusal refusal();
}
