package io.ferrymq.common;

/** Where a client object is in its life: CREATE_JUST, then RUNNING or START_FAILED, then SHUTDOWN_ALREADY. None goes back. */
public enum ServiceState {
    CREATE_JUST,
    RUNNING,
    SHUTDOWN_ALREADY,
    START_FAILED
}
