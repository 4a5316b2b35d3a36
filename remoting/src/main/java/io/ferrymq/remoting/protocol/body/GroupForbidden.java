package io.ferrymq.remoting.protocol.body;

/** May a group read a topic: answer to {@code UPDATE_AND_GET_GROUP_FORBIDDEN} (353). */
public record GroupForbidden(String topic, String group, Boolean readable) {}
