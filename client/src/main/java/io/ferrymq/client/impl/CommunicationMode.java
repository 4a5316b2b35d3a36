package io.ferrymq.client.impl;

/** How a message is sent: waiting for the answer, being called back, or not caring. */
public enum CommunicationMode {
    SYNC,
    ASYNC,
    ONEWAY
}
