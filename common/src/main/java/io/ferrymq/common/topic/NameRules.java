package io.ferrymq.common.topic;

import io.ferrymq.common.MixAll;
import java.util.Optional;

/**
 * What topics and groups may be called: the same rule for client, admin command and broker. A check gives the reason
 * for a refusal, with the offending character or the limit, or nothing when the name is good.
 */
public final class NameRules {
    public static final int TOPIC_MAX_LENGTH = 127;

    /** Retry and dead letter topics: room for their prefix and the longest group name. */
    public static final int RETRY_OR_DLQ_TOPIC_MAX_LENGTH = 255;

    /** New groups through our client and admin commands. */
    public static final int GROUP_MAX_LENGTH = 120;

    /** Groups of clients of old, whose own limit was longer: the broker accepts them. */
    public static final int GROUP_MAX_LENGTH_OF_OLD_CLIENTS = 255;

    private NameRules() {}

    public static Optional<String> checkTopic(String topic) {
        boolean derived = MixAll.isRetryTopic(topic) || MixAll.isDLQTopic(topic);
        return check("topic", topic, derived ? RETRY_OR_DLQ_TOPIC_MAX_LENGTH : TOPIC_MAX_LENGTH);
    }

    public static Optional<String> checkGroup(String group) {
        return check("group", group, GROUP_MAX_LENGTH);
    }

    /** The broker's check for groups that clients bring along. */
    public static Optional<String> checkGroupOfAnyClient(String group) {
        return check("group", group, GROUP_MAX_LENGTH_OF_OLD_CLIENTS);
    }

    private static Optional<String> check(String kind, String name, int maxLength) {
        if (name == null || name.isBlank()) {
            return Optional.of("the " + kind + " name must not be blank");
        }
        if (name.length() > maxLength) {
            return Optional.of("the " + kind + " name '" + name + "' has " + name.length()
                    + " characters, the limit is " + maxLength);
        }
        for (int i = 0; i < name.length(); i++) {
            if (!isAllowed(name.charAt(i))) {
                return Optional.of("the " + kind + " name '" + name + "' has the character '" + name.charAt(i)
                        + "' at position " + i + ", allowed are letters, digits and _ - % |");
            }
        }
        return Optional.empty();
    }

    private static boolean isAllowed(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '_'
                || c == '-'
                || c == '%'
                || c == '|';
    }
}
