package io.ferrymq.distribution.bench;

/** The ways to send. */
enum SendMode {
    /** Each thread waits for each answer. */
    SYNC,
    /** Threads go on at once, up to a number of sends under way. */
    ASYNC,
    /** No answer. */
    ONEWAY,
    /** Several messages as one, made by the application. */
    BATCH,
    /** As ASYNC, and the client puts messages together by itself. */
    AUTOBATCH
}
