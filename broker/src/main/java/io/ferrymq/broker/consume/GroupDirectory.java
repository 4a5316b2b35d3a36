package io.ferrymq.broker.consume;

import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import java.util.Set;

/** The broker's consumer groups, as the consuming half sees them. All methods may be called from any thread. */
public interface GroupDirectory {
    /** How the group is served; null when it is unknown. */
    SubscriptionGroupConfig find(String group);

    /** The group, created when it is unknown and the settings or its name allow that; else null. May write to the disk. */
    SubscriptionGroupConfig findOrCreate(String group);

    /** Whether an administrator has forbidden the group to read the topic. */
    boolean isReadForbidden(String group, String topic);

    /** The names of all groups. */
    Set<String> names();
}
