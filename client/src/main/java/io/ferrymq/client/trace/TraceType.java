package io.ferrymq.client.trace;

/** What a trace record tells of; the names are those of the records. */
public enum TraceType {
    /** A message was sent. */
    Pub,
    /** A delayed message was taken back. */
    Recall,
    /** A listener is about to get a message. */
    SubBefore,
    /** A listener is done with a message. */
    SubAfter,
    /** A broker is told how a transaction ended. */
    EndTransaction
}
