package io.ferrymq.remoting.protocol.header;

/**
 * {@code UPDATE_AND_GET_GROUP_FORBIDDEN} (353): may the group read the topic? Without {@code readable} it only asks.
 */
public record UpdateGroupForbiddenRequestHeader(String group, String topic, Boolean readable) {}
