package io.ferrymq.client.impl.producer;

import io.ferrymq.common.message.MessageQueue;

/**
 * What the messages of a batch have in common.
 *
 * @param topic as the application names it
 * @param queue null for any
 * @param tags null for none
 * @param sysFlag says how the bodies are compressed, if they are
 */
record BatchKey(String topic, MessageQueue queue, boolean waitStoreMsgOK, String tags, int sysFlag) {}
